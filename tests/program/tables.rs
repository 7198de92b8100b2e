//! Endgame tables: made, killed, verified, damaged, looked up.

use crate::command::{fail, kamen, kill_after, output, run, succeed};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

fn tables(words: &str, folder: &Path) -> Command {
    let mut command = kamen(&format!("tables {words} --dir"));
    command.arg(folder);
    command
}

/// The files of a folder, by name.
fn files(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let entries = fs::read_dir(folder).unwrap();
    let mut files: Vec<_> = entries
        .map(|entry| entry.unwrap().path())
        .map(|path| (path.clone(), fs::read(path).unwrap()))
        .collect();
    files.sort();
    files
}

#[test]
fn tables_are_made_verified_and_looked_up() {
    let folder = tempfile::tempdir().unwrap();
    let (made, progress) = succeed(&mut tables("make czech 3 --dtw --threads 2", folder.path()));
    let of_czech = folder.path().join("czech");
    let expected = format!("{}: 9 files, ", of_czech.display());
    assert!(
        made.starts_with(&expected) && made.ends_with("verified\n"),
        "{made}"
    );
    assert_eq!(progress.lines().count(), 9, "{progress}");
    let again = output(&mut tables("make czech 3 --dtw", folder.path()));
    assert_eq!(again, made);
    // Nothing is said to be verified that was not looked at.
    let file = of_czech.join("mk-k.distances");
    let sound = fs::read(&file).unwrap();
    let mut damaged = sound.clone();
    *damaged.last_mut().unwrap() ^= 1;
    fs::write(&file, damaged).unwrap();
    let refused = fail(&mut tables("make czech 3 --dtw", folder.path()), 1);
    assert!(
        refused.contains("mk-k.distances: the block at byte "),
        "{refused}"
    );
    fs::copy(of_czech.join("kk-k.distances"), &file).unwrap();
    let refused = fail(&mut tables("make czech 3 --dtw", folder.path()), 1);
    assert!(
        refused.contains("found the table of kk-k, expected that of mk-k"),
        "{refused}"
    );
    fs::write(&file, sound).unwrap();
    for words in ["verify czech", "verify czech --dtw"] {
        let right = output(&mut tables(words, folder.path()));
        assert_eq!(
            right
                .lines()
                .filter(|line| line.ends_with(": right"))
                .count(),
            9
        );
    }
    let stat = output(&mut tables("stat czech --json", folder.path()));
    let rows = stat
        .lines()
        .map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap());
    let kings = rows
        .into_iter()
        .find(|row| row["material"] == "kk-k")
        .unwrap();
    // Both sides to move: 2 kings win at once or not at all, and a king alone takes one of two.
    let counts = ["won", "drawn", "lost"].map(|name| kings[name].as_u64().unwrap());
    assert_eq!(counts, [6_382, 23_104, 274]);
    let listed = output(kamen("tables list --dir").arg(folder.path()));
    let none = output(kamen("tables list --dir").arg(folder.path().join("none")));
    assert!(none.starts_with("no tables in "), "{none}");
    assert!(none.contains("`kamen tables make czech 4`"), "{none}");
    assert!(
        listed.ends_with(" bytes: all positions of up to 3 pieces\n"),
        "{listed}"
    );
    assert!(listed.starts_with("czech            9 materials, 9 with distances, "));
    for (words, expected) in [
        ("probe czech W:Wc1,Kg1:BKe7", "W:Wc1,Kg1:BKe7: draw\n"),
        ("probe czech W:W30,K32:BK7", "W:Wc1,Kg1:BKe7: draw\n"),
        (
            "probe czech W:Wc1,Kg1:BKe7 --numbers",
            "W:W30,K32:BK7: draw\n",
        ),
        ("probe czech W:Wc1,Kg1:BKe7 --hub", "W:W30,K32:BK7: draw\n"),
    ] {
        let probe = output(&mut tables(words, folder.path()));
        assert!(probe.starts_with(expected), "{words}: {probe}");
    }
    let probe = output(&mut tables("probe czech W:Wc1,Kg1:BKe7", folder.path()));
    assert!(
        probe.ends_with("\ng1-c5        loss in 8 plies\n"),
        "{probe}"
    );
    let capture = "probe czech W:Wc3:Bd4";
    for (notation, expected) in [("", "c3xe5 "), (" --hub", "22x15x18 ")] {
        let probe = output(&mut tables(&format!("{capture}{notation}"), folder.path()));
        let lines: Vec<&str> = probe.lines().collect();
        assert!(lines[1].starts_with(expected), "{probe}");
    }
    let lost = output(&mut tables("probe czech W:Wa3:BKh8 --json", folder.path()));
    assert_eq!(
        lost.lines().next().unwrap().matches("\"value\":").count(),
        1
    );
    let unknown = fail(
        &mut tables("probe czech W:Wa1,c1,e1:Bh8,f8", folder.path()),
        2,
    );
    assert!(unknown.contains("no table has this position"), "{unknown}");
}

#[test]
fn a_killed_maker_goes_on_and_makes_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let whole = folder.path().join("whole");
    let killed = folder.path().join("killed");
    succeed(&mut tables("make turkish 3 --quiet", &whole));
    for milliseconds in [50, 100, 200, 400] {
        let time = Duration::from_millis(milliseconds);
        kill_after(&mut tables("make turkish 3 --quiet", &killed), time);
    }
    succeed(&mut tables("make turkish 3 --quiet", &killed));
    let names = |all: Vec<(PathBuf, Vec<u8>)>| {
        let name =
            |(path, bytes): (PathBuf, Vec<u8>)| (path.file_name().unwrap().to_owned(), bytes);
        all.into_iter().map(name).collect::<Vec<_>>()
    };
    let [whole, killed] = [whole, killed].map(|folder| names(files(&folder.join("turkish"))));
    assert_eq!(whole.len(), 9);
    assert!(whole == killed);
}

#[test]
fn what_cannot_be_used_is_said() {
    let folder = tempfile::tempdir().unwrap();
    succeed(&mut tables("make czech 2 --quiet", folder.path()));
    let file = folder.path().join("czech/m-k.values");
    let whole = fs::read(&file).unwrap();
    let verify = || run(&mut tables("verify czech", folder.path()));
    // A block, the directory, the header, the end.
    for (place, expected) in [
        (whole.len() - 3, "is damaged: found checksum"),
        (whole.len() / 2, "m-k.values: "),
        (20, "the checksum is wrong"),
        (3, "no file of endgame tables"),
    ] {
        let mut bytes = whole.clone();
        bytes[place] ^= 4;
        fs::write(&file, &bytes).unwrap();
        let (status, _, errors) = verify();
        assert_eq!(status, Some(1), "{errors}");
        assert!(
            errors.contains(expected) && errors.contains("m-k.values"),
            "{errors}"
        );
        // What is there is not made again, and a damaged table is no ground for others.
        let (status, _, errors) = run(&mut tables("make czech 3 --quiet", folder.path()));
        assert_eq!(status, Some(1), "{errors}");
    }
    fs::write(&file, &whole[..whole.len() - 1]).unwrap();
    assert!(verify().2.contains("the file is not whole"));
    fs::write(&file, &whole).unwrap();
    assert_eq!(verify().0, Some(0));
    fs::copy(&file, folder.path().join("czech/mm-k.values")).unwrap();
    fs::create_dir(folder.path().join("russian")).unwrap();
    fs::copy(&file, folder.path().join("russian/m-k.values")).unwrap();
    let (status, _, errors) = run(&mut tables("stat russian", folder.path()));
    assert_eq!(status, Some(1));
    assert!(
        errors.contains("a table of czech, expected russian"),
        "{errors}"
    );
    let missing = "make czech --material mmm-k --quiet";
    let errors = fail(&mut tables(missing, &folder.path().join("none")), 2);
    assert!(errors.contains("No such file"), "{errors}");
    let errors = fail(&mut tables("verify english", folder.path()), 2);
    assert!(errors.contains("kamen tables make english 3"), "{errors}");
    for (words, expected) in [
        ("make czech", "PIECES"),
        ("make czech 1", "1 is not in 2..=8"),
        ("make czech 9", "9 is not in 2..=8"),
        ("make czech 3 --material k-k", "cannot be used with"),
        ("make czech --material kkkkk-kkkk", "8 pieces at most"),
        ("make chess 3", "invalid value 'chess'"),
        ("make czech 3 --memory 0", "expected a number above 0"),
        ("make czech 3 --memory 900000", "expected at most the"),
        ("make czech 4 --memory 0.0001", "expected at most 0 MiB"),
        ("make czech 3 --threads 0", "0 is not in 1..=1024"),
        ("probe czech nonsense", "expected"),
        ("plan czech 1", "1 is not in 2..=8"),
        ("plan czech 4 --memory 0.0001", "expected at most 0 MiB"),
        (
            "plan czech 4 --format html",
            "possible values: makefile, snakefile",
        ),
        ("make czech 3 --unit k-k", "cannot be used with"),
        ("make czech --unit k-k --join k-k", "cannot be used with"),
        (
            "make czech --unit mk-k-2-3",
            "expected a material and how far",
        ),
        ("make czech --unit mk-k-7", "no unit mk-k-7 on this board"),
        ("make frisian --unit mk-k-2", "a king beside men"),
        (
            "make czech --join mmm-mm",
            "mmm-mm needs the unit mmm-mm-6-6, which is missing in",
        ),
    ] {
        let errors = fail(&mut tables(words, &folder.path().join("bad")), 2);
        assert!(errors.contains(expected), "{words}: {errors}");
    }
    let errors = fail(&mut tables("make czech 2", &file), 2);
    assert!(
        errors.contains("it is a file, expected a folder"),
        "{errors}"
    );
}
