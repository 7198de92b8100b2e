//! What is repaired, and that all of it reads back without a warning.

use super::*;
use crate::game::AnyMove;
use crate::notation::pdn::{GameStyle, guess, replay, rewrite};
use crate::rules::Variant::*;
use kamen_protocol::pdn::Reader;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg32;
use std::path::{Path, PathBuf};

#[test]
fn games_become_what_the_standard_wants() {
    const UNKNOWN: &str = "[Event \"?\"] [Site \"?\"] [Date \"????.??.??\"] [Round \"?\"] [White \"?\"] [Black \"?\"]";
    let cases = [
        (
            International,
            "[Gametype “20”] [Result \"½ - ½\"] 1 33-29± 19-23 3) 35-30 (2.. 34-30) {x} 20-25*",
            "[Result \"1/2-1/2\"] [GameType \"20\"] 1. 33-29 $16 19-23 2. 35-30 (2. 34-30) {x} 20-25 *",
            4,
        ),
        (
            International,
            "33-29 19-23 1-0",
            "[Result \"1-0\"] [GameType \"20\"] 1. 33-29 19-23 1-0",
            4,
        ),
        (
            English,
            "[Result \"1-0\"] [GameType \"21\"] 1. 11-15 0-1",
            "[Result \"0-1\"] [GameType \"21\"] 1. 11-15 0-1",
            2,
        ),
        (
            CzechGiveaway,
            "[Variant \"losing\"] [Result \"*\"] 1. c3-d4",
            "[Result \"*\"] [GameType \"29\"] [Variant \"czech_giveaway\"] 1. c3-d4 *",
            4,
        ),
        (
            Russian,
            "[FEN \"B:Wc3:Bd4\"] [Setup \"1\"] 23. ... d4:b2 *",
            "[Result \"*\"] [GameType \"25\"] [SetUp \"1\"] [FEN \"B:Wc3:Bd4\"] 23... d4:b2 *",
            6,
        ),
        (
            International,
            "[Result \"1+ - 1-\"] [GameType \"20\"]",
            "[Result \"1+ - 1-\"] [GameType \"20\"] *",
            2,
        ),
    ];
    for (variant, text, expected, changes) in cases {
        let game = Reader::new(text.as_bytes()).next().unwrap().unwrap();
        let played = replay(variant, &game);
        let letters = variant.facts().algebraic;
        let style = GameStyle {
            letters,
            full_captures: false,
        };
        let repaired = repair(
            variant,
            &rewrite(variant, &game, &played, style),
            &played,
            letters,
        );
        let written = repaired.game.to_string();
        let found = written.split_whitespace().collect::<Vec<_>>().join(" ");
        assert_eq!(found, format!("{UNKNOWN} {expected}"), "{text}");
        assert_eq!(
            repaired.changes.len(),
            changes,
            "{text}: {:?}",
            repaired.changes
        );
        // It is read back as it is, and there is nothing more to be done.
        let again = Reader::new(written.as_bytes()).next().unwrap().unwrap();
        assert!(again.slips.is_empty(), "{written}: {:?}", again.slips);
        assert_eq!(variant_of(&again), Ok(Some(variant)), "{written}");
        let replayed = replay(variant, &again);
        assert_eq!(
            (replayed.faults, replayed.warnings),
            (Vec::new(), Vec::new())
        );
        let once_more = repair(variant, &again, &replay(variant, &again), letters);
        assert_eq!(
            (once_more.changes, once_more.game.to_string()),
            (Vec::new(), written)
        );
    }
}

/// Games as people write them, with all that may go wrong at hand for [`mutated`].
const SLIPS: &[&str] = &[
    "[GameType \"20\"]\n1. 33-29 19-23 (2. 34-30) 2. 35-30 (2. 31-27 20-25 (2... 20-24)) 20-25 *",
    "[GameType \"20\"]\n1. 33-29 19-23 (2. 99-98) (2. 34-30 ...) 2. 35-30 20-25 12-8",
    "[GameType \"20\"]\n(1. 31-27) 1. 33-29 (...) 19-23 {a} (1... 20-25 2. ...) 2. 35-30 20-25 ... ... 1-1",
    "[GameType \"21\"]\n1. 11.15 24.20 2. 8 11 28 to 24 (9,14) 3- 4-8 23-19 1/2 {x} 1/2-1/2",
    "[GameType \"21\"]\n1. 10-14 21-16 2. 14-17 22x13 3. 8x17 *",
    "[GameType \"25\"]\n1. ц3-д4 д6-ц5 2. б2-с3 ф6-г5 (2... б6-а5) *",
    "[GameType \"20\"]\n[FEN \"W:WK47:B14,19,22,29,42\"]\n1. 47x36 (42,29,19,22) *",
    "[GameType \"20\"]\n[FEN \"W:W32:B28,19,1\"]\n1. 32x(23)x14 1-6 %end\n*",
    "[GameType \"20\"]\n[FEN \"B:W37:B19\"]\n{a} 1. ... 19-23 2. 37-31 *",
    "Round 1\n\n[White Ada]\n[Black “Bo”]\\r\n[Gametype \"29\"]\n1 c3-d4± d6-c5 2) b2-c3 (quiet) f6-g5 1:1",
    "[GameType \"20\"]\n1. 33-29 19. - (1. 34-30) 19-23 *",
    "[GameType \"20\"]\n[FEN \"B:W37:B19\"]\n1. ... 1. ... 19-23 *",
    "[GameType \"29\"]\n1. c3-d4 /FEN \"W:Wc3:Bd4\"/ 1. c3xe5 $3 {[%clk 1:00]} ; x\n*",
];

/// What is put into texts.
const PIECES: &[&str] = &[
    "(",
    ")",
    "{",
    "}",
    "[",
    "]",
    "\"",
    " ",
    "\n",
    "\n\n",
    ".",
    "...",
    "*",
    "-",
    "x",
    "!",
    "?",
    ";",
    "%",
    "$3",
    "1.",
    "2...",
    "1-0",
    "2-0",
    "12-8",
    "4-0",
    "½",
    "=",
    "34-30",
    "20-25",
    "(2. 34-30)",
    "(...)",
    "( 1... ...)",
    "c3-d4",
    "ц3",
    "words",
    "[Event \"x\"]",
    "/FEN \"W:W31:B1\"/",
    "11.15",
    "5 10",
    "2-",
    "3:",
    "(5)",
    "\\n",
    "\u{feff}",
    "<br>",
    "é",
];

/// A text with some pieces put in, left out, doubled or exchanged.
fn mutated(text: &str, random: &mut Pcg32) -> String {
    let mut chars: Vec<char> = text.chars().collect();
    for _ in 0..random.random_range(1..4) {
        let at = random.random_range(0..=chars.len());
        let end = (at + random.random_range(0..12)).min(chars.len());
        match random.random_range(0..4) {
            0 => drop(chars.splice(at..at, PIECES.choose(random).unwrap().chars())),
            1 => drop(chars.drain(at..end)),
            2 => {
                let part = chars[at..end].to_vec();
                let to = random.random_range(0..=chars.len());
                drop(chars.splice(to..to, part));
            }
            _ => drop(chars.splice(at..end, PIECES.choose(random).unwrap().chars())),
        }
    }
    chars.into_iter().collect()
}

/// Repairs every game of a text that has no fault, and reads it back; the number of these games.
fn repaired_and_read_back(text: &[u8], name: &str) -> usize {
    let mut read = 0;
    for game in Reader::new(text).flatten() {
        let variant = match variant_of(&game) {
            Ok(Some(variant)) => variant,
            _ => guess([&game]).variant,
        };
        let played = replay(variant, &game);
        if !played.faults.is_empty() {
            continue;
        }
        read += 1;
        let style = GameStyle {
            letters: variant.facts().algebraic,
            full_captures: false,
        };
        let repaired = repair(
            variant,
            &rewrite(variant, &game, &played, style),
            &played,
            style.letters,
        );
        let written = repaired.game.to_string();
        let told = format!("{name}\n{}\n---\n{written}", String::from_utf8_lossy(text));
        let games: Vec<_> = Reader::new(written.as_bytes()).collect();
        let [Ok(again)] = games.as_slice() else {
            panic!("{told}{games:?}");
        };
        assert!(again.slips.is_empty(), "{told}{:?}", again.slips);
        assert_eq!(variant_of(again), Ok(Some(variant)), "{told}");
        let replayed = replay(variant, again);
        assert_eq!(
            (&replayed.faults[..], &replayed.warnings[..]),
            (&[][..], &[][..]),
            "{told}"
        );
        let moves =
            |replay: &Replay| -> Vec<AnyMove> { replay.played.iter().map(|&(_, m)| m).collect() };
        assert_eq!(moves(&replayed), moves(&played), "{told}");
        assert_eq!(replayed.start, played.start, "{told}");
    }
    read
}

#[test]
fn what_is_repaired_reads_back_without_a_warning() {
    let mut random = Pcg32::seed_from_u64(7);
    let mut read = 0;
    for text in SLIPS {
        assert_eq!(repaired_and_read_back(text.as_bytes(), ""), 1, "{text}");
        for _ in 0..TRIES {
            let text = mutated(text, &mut random);
            read += repaired_and_read_back(text.as_bytes(), "");
        }
    }
    assert!(read > SLIPS.len() * TRIES / 4, "{read}");
}

/// Mutations of each text.
const TRIES: usize = 400;

/// Files of others that are beside the repository, if they are.
const FOREIGN: [&str; 2] = ["../../../shared/pdn-inputs", "../../../shared/pdn-corpus"];

#[test]
#[allow(clippy::print_stdout)]
fn foreign_games_are_repaired() {
    let mut random = Pcg32::seed_from_u64(7);
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    for folder in FOREIGN.map(|folder| here.join(folder)) {
        if !folder.is_dir() {
            println!("skipped: no {}", folder.display());
            continue;
        }
        for path in files(&folder) {
            let text = std::fs::read(&path).unwrap();
            let name = path.display().to_string();
            repaired_and_read_back(&text, &name);
            if let (Ok(text), true) = (std::str::from_utf8(&text), text.len() < 20_000) {
                for _ in 0..4 {
                    repaired_and_read_back(mutated(text, &mut random).as_bytes(), &name);
                }
            }
        }
    }
}

/// All files of a folder and those in it.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap();
    let paths = entries.map(|entry| entry.unwrap().path());
    let (folders, mut files): (Vec<PathBuf>, Vec<PathBuf>) = paths.partition(|path| path.is_dir());
    files.extend(folders.iter().flat_map(|folder| self::files(folder)));
    files.sort();
    files
}
