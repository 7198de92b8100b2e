//! The journal of a match: what was played is never lost, and a match goes on after a kill.

use super::{lines, output, result, run};
use crate::command::{kamen, text};
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};
use tempfile::TempDir;

/// The arguments of a match that takes a while, and its files in `folder`.
fn long_match(folder: &Path) -> String {
    format!(
        "czech --engine minimax:4:progressive --engine minimax:3:basic --games 300 --seed 5 \
         --concurrency 2 --journal {0}/journal --pdn {0}/games.pdn",
        folder.display()
    )
}

/// The games of a PDN file, sorted.
fn games(path: &Path) -> Vec<String> {
    let text = fs::read_to_string(path).unwrap();
    let mut games: Vec<String> = text.split("[Event ").skip(1).map(str::to_owned).collect();
    games.sort();
    games
}

#[test]
fn a_match_that_was_killed_goes_on() {
    let whole = TempDir::new().unwrap();
    let expected = result(&long_match(whole.path()), &[]);
    let folder = TempDir::new().unwrap();
    let journal = folder.path().join("journal");
    // Killed several times, wherever it is.
    let mut kept = 0;
    for kill_after in [5, 40, 90, 91, 150] {
        let words = long_match(folder.path());
        let mut running = kamen("match")
            .args(words.split_whitespace())
            .arg("--quiet")
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        while lines(&journal).len() < kill_after + 1 && running.try_wait().unwrap().is_none() {
            std::thread::sleep(std::time::Duration::from_millis(2));
        }
        running.kill().unwrap();
        running.wait().unwrap();
        let now = lines(&journal).len();
        assert!(now > kept, "{now} lines after {kept}");
        kept = now - 1;
    }
    // A line that was being written is dropped, and a game that is only in the PDN file.
    let mut bytes = fs::read(&journal).unwrap();
    bytes.extend(b"{\"first\":0,\"seco");
    fs::write(&journal, bytes).unwrap();
    let pdn = folder.path().join("games.pdn");
    let mut bytes = fs::read(&pdn).unwrap();
    bytes.extend(b"[Event \"half a ga");
    fs::write(&pdn, bytes).unwrap();
    let found = result(&long_match(folder.path()), &[]);
    assert_eq!(found, expected);
    assert_eq!(games(&pdn), games(&whole.path().join("games.pdn")));
    assert_eq!(lines(&journal).len(), 301);
    // Nothing is left to be played; a lost PDN file is written anew.
    fs::remove_file(&pdn).unwrap();
    assert_eq!(result(&long_match(folder.path()), &[]), expected);
    assert_eq!(games(&pdn), games(&whole.path().join("games.pdn")));
    // More games than at first.
    let more = long_match(folder.path()).replace("--games 300", "--games 320");
    assert_eq!(result(&more, &[])["games"], 320);
}

#[test]
fn a_journal_of_something_else_is_left_alone() {
    let folder = TempDir::new().unwrap();
    let journal = folder.path().join("journal");
    let arguments = format!(
        "czech --engine random --engine minimax:1:basic --games 4 -q --journal {}",
        journal.display()
    );
    output(&arguments, &[]);
    let written = fs::read(&journal).unwrap();
    for (changed, expected) in [
        (
            arguments.replace("czech", "russian"),
            "variant was \"czech\", now it is \"russian\"",
        ),
        (
            arguments.replace("basic", "progressive"),
            "contestants number 2.name was \"minimax:1:basic\", now it is \"minimax:1:progressive\"",
        ),
        (
            arguments.replace("random ", "random --engine easy "),
            "contestants was a list of 2, now it is a list of 3",
        ),
        (arguments.clone() + " --seed 2", "seed was 1, now it is 2"),
        (
            arguments.clone() + " --random-plies 3",
            "openings was \"4 random plies\"",
        ),
    ] {
        let output = run(&changed, &[]);
        let errors = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{errors}");
        assert!(errors.contains(expected), "{errors}");
        assert_eq!((errors.lines().count(), output.stdout.len()), (1, 0));
        assert_eq!(fs::read(&journal).unwrap(), written);
    }
    for foreign in ["some text\n", "{}\n", "[Event \"x\"]\n"] {
        fs::write(&journal, foreign).unwrap();
        let output = run(&arguments, &[]);
        assert!(text(&output.stderr).contains("is no journal of kamen match"));
        assert_eq!(fs::read_to_string(&journal).unwrap(), foreign);
    }
    let mut broken = text(&written);
    broken.insert_str(broken.find('\n').unwrap() + 1, "rubbish\n");
    fs::write(&journal, &broken).unwrap();
    let output = run(&arguments, &[]);
    assert!(
        text(&output.stderr).contains("line 2: "),
        "{}",
        text(&output.stderr)
    );
    assert_eq!(fs::read_to_string(&journal).unwrap(), broken);
}

#[test]
fn only_one_tournament_writes_a_journal() {
    if cfg!(not(unix)) {
        return;
    }
    let folder = TempDir::new().unwrap();
    let words = long_match(folder.path()).replace("--games 300", "--games 100000");
    let mut running = kamen("match")
        .args(words.split_whitespace())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // Something was said, so it is under way.
    let mut errors = BufReader::new(running.stderr.take().unwrap());
    errors.read_line(&mut String::new()).unwrap();
    let second = run(&words, &[]);
    running.kill().unwrap();
    running.wait().unwrap();
    assert_eq!(second.status.code(), Some(2));
    assert!(text(&second.stderr).contains("in use by another tournament"));
}

/// A file may grow only so far, as on a disk that is full: what was finished is in the journal, or
/// at least on standard error.
#[test]
#[cfg(target_os = "linux")]
fn nothing_is_lost_when_the_disk_is_full() {
    let folder = TempDir::new().unwrap();
    let journal = folder.path().join("journal");
    let words = format!(
        "czech --engine minimax:2:basic --engine random --games 1000 --journal {}",
        journal.display()
    );
    let command = format!(
        "trap '' XFSZ; ulimit -f 60; exec '{}' match {words}",
        env!("CARGO_BIN_EXE_kamen")
    );
    let mut running = Command::new("sh")
        .args(["-c", &command])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut said = Vec::new();
    let errors = BufReader::new(running.stderr.take().unwrap());
    let pid = running.id().to_string();
    for line in errors.lines().map(Result::unwrap) {
        if line.contains("no game is lost") {
            assert!(
                line.contains("cannot use") && line.contains("journal"),
                "{line}"
            );
            Command::new("kill").args(["-INT", &pid]).status().unwrap();
        }
        said.push(line);
    }
    let output = running.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let table = text(&output.stdout);
    let games: usize = table.split(' ').nth(2).unwrap().parse().unwrap();
    let rescued: Vec<&str> = (said.iter())
        .filter_map(|line| line.strip_prefix("not written: "))
        .collect();
    let kept = lines(&journal);
    assert!(!rescued.is_empty() && kept.len() > 10, "{said:?}");
    assert_eq!(kept.len() - 1 + rescued.len(), games, "{table}");
    // With more room they are added by hand, and the match goes on.
    let mut all = kept;
    all.extend(rescued.iter().map(|line| (*line).to_owned()));
    fs::write(&journal, all.join("\n") + "\n").unwrap();
    let whole = result(
        "czech --engine minimax:2:basic --engine random --games 1000",
        &[],
    );
    assert_eq!(result(&words, &[]), whole);
}
