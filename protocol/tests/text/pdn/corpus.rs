//! The games of the PDN 3.0 standard (github.com/wiegerw/pdn, `games`), where they lie beside the
//! repository in `shared/pdn-corpus`; they are not part of it.

use std::fs;
use std::path::{Path, PathBuf};

use kamen_protocol::pdn::{Fault, Game, GameEnd, ReadError, Reader};

/// The files of a folder of the corpus; none, with a message, where there is no corpus.
fn files(folder: &str) -> Vec<PathBuf> {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/pdn-corpus");
    let Ok(files) = fs::read_dir(corpus.join(folder)) else {
        eprintln!("skipped: there is no {}", corpus.display());
        return Vec::new();
    };
    let mut files: Vec<PathBuf> = files.map(|file| file.unwrap().path()).collect();
    files.sort();
    files
}

fn name(path: &Path) -> String {
    path.file_name().unwrap().to_string_lossy().into_owned()
}

/// The games of a file and its faults.
fn read(path: &Path) -> (Vec<Game>, Vec<Fault>) {
    let mut faults = Vec::new();
    let games = Reader::new(fs::File::open(path).unwrap()).map(|item| match item {
        Ok(game) => game,
        Err(ReadError::Faulty(faulty)) => {
            faults.extend(faulty.faults);
            faulty.game
        }
        Err(ReadError::Io(error)) => panic!("{error}"),
    });
    (games.collect(), faults)
}

/// Games and moves of the files that the standard's grammars read.
const SUCCEED: &[(&str, usize, usize)] = &[
    ("090417ronde12.pdn", 7, 703),
    ("Campionato Assoluto 2005.pdn", 53, 3227),
    ("Cat.B1.pdn", 37, 397),
    ("DUTCH96H.pdn", 13, 1381),
    ("PROF2.pdn", 16, 1616),
    ("PWCP 2a.pdn", 59, 688),
    ("Principles of Strategy.pdn", 16, 594),
    ("Tricks traps and shots.pdn", 91, 3017),
    ("alphanumeric.pdn", 1, 1),
    ("bridges.pdn", 267, 0),
    ("fen.pdn", 3, 0),
    ("gameterminator.pdn", 1, 1),
    ("goulds.pdn", 262, 0),
    ("inferno.pdn", 68, 3306),
    ("linecomment.pdn", 1, 2),
    ("lpc.pdn", 100, 0),
    ("movestrength.pdn", 1, 3),
    ("mrcd2000kval.pdn", 40, 1954),
    ("mrcd2007.pdn", 102, 4542),
    ("nk ronde 01.pdn", 7, 725),
    ("schildpad.pdn", 34, 3014),
    ("string.pdn", 1, 1),
    ("unicode.pdn", 1, 2),
    ("ussr1947.pdn", 153, 8730),
    ("variation.pdn", 1, 4),
    ("wk2003.pdn", 23, 2381),
];

#[test]
fn what_the_standard_reads_is_read_and_written_again() {
    let files = files("succeed");
    for path in &files {
        let (games, faults) = read(path);
        assert_eq!(faults, [], "{}", path.display());
        let slipped = games.iter().filter(|game| !game.slips.is_empty()).count();
        assert_eq!(
            slipped,
            0,
            "{}: {:?}",
            path.display(),
            games.iter().find(|game| !game.slips.is_empty())
        );
        let moves = games.iter().map(|game| game.main_line().count()).sum();
        let found = (name(path), games.len(), moves);
        let known = SUCCEED.iter().find(|known| known.0 == found.0);
        assert_eq!(known, Some(&(found.0.as_str(), found.1, found.2)));
        for mut game in games {
            game.end.get_or_insert(GameEnd::Asterisk);
            let text = game.to_string();
            let again: Result<Vec<Game>, _> = Reader::new(text.as_bytes()).collect();
            assert_eq!(again.unwrap(), [game], "{}", path.display());
        }
    }
    assert!(files.is_empty() || files.len() == SUCCEED.len());
}

/// Why the standard's grammars refuse a file, and the games that are in it all the same.
const FAIL: &[(&str, usize, &[&str])] = &[
    (
        "40Camp.DamaInternazionaleAssoluto.pdn",
        45,
        &[
            "line 8, column 10: two results, '0-1 and 1-0'; the one behind the moves counts",
            "line 228, column 1: no * or result before '[Event'",
        ],
    ),
    (
        "Cat.A1.pdn",
        35,
        &["line 405, column 36: signs '.', left out"],
    ),
    (
        "abatsiev.pdn",
        56,
        &["line 595, column 4: '-' for a move or a result (and 49 more)"],
    ),
    (
        "mrdrcd07.pdn",
        72,
        &[
            "line 198, column 1: no move behind '1.'",
            "line 326, column 1: no move behind '1.'",
            "line 583, column 1: no move behind '1.'",
        ],
    ),
    (
        "nested_comment.pdn",
        1,
        &["line 1, column 25: unusual comment '{ nested { comment..'"],
    ),
];

#[test]
fn what_the_standard_refuses_is_read_with_a_warning() {
    let files = files("fail");
    for path in &files {
        let (games, faults) = read(path);
        assert_eq!(faults, [], "{}", path.display());
        let slips = games.iter().flat_map(|game| &game.slips);
        let slips: Vec<String> = slips.map(ToString::to_string).collect();
        let known = FAIL.iter().find(|known| known.0 == name(path));
        let known = known.unwrap_or_else(|| panic!("{}", path.display()));
        let expected: Vec<String> = known.2.iter().map(|&slip| slip.to_owned()).collect();
        assert_eq!((games.len(), slips), (known.1, expected));
    }
    assert!(files.is_empty() || files.len() == FAIL.len());
}
