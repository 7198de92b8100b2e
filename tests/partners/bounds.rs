//! What bad programs may cost `kamen match`: no memory, no descriptors, no processes, and no more time than they have. What is
//! counted is in `/proc`.

use crate::engine::MARKER;
use crate::matches::{command, engine, faults, folder, result};
use crate::text;
use libtest_mimic::{Failed, Trial};
use std::fs;
use std::process::{Child, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// All tests of this file.
pub fn trials() -> Vec<Trial> {
    if cfg!(not(target_os = "linux")) {
        return Vec::new();
    }
    let mut trials = vec![
        Trial::test("who_ends_is_not_waited_for", ends),
        Trial::test("many_failures_leave_nothing_behind", many),
    ];
    trials.extend(FLOODS.iter().map(|&(fault, limit)| {
        let name = format!("a_flood_fills_no_memory_{fault}");
        Trial::test(name, move || flood(fault, limit))
    }));
    trials
}

/// Programs that never stop talking, and a limit of their moves.
const FLOODS: &[(&str, &str)] = &[
    ("params", "depth=1"),
    ("endless", "movetime=0.3"),
    ("complains-endlessly", "movetime=0.3"),
];

/// The processes with these words in their command line.
pub fn left_behind(words: &str) -> Option<String> {
    let entries = fs::read_dir("/proc").ok()?.flatten();
    let mut commands = entries.map(|entry| {
        let command = fs::read(entry.path().join("cmdline")).unwrap_or_default();
        text(&command).replace('\0', " ")
    });
    commands.find(|command| command.contains(words))
}

/// The most memory that a process had so far, in megabytes.
fn most_memory(child: &Child) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{}/status", child.id())).ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    let kilobytes: u64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kilobytes >> 10)
}

/// Open descriptors and children of a process, those that have ended and were not waited for included.
fn held(child: &Child) -> Option<(usize, usize)> {
    let process = format!("/proc/{}", child.id());
    let descriptors = fs::read_dir(format!("{process}/fd")).ok()?.count();
    let mut children = 0;
    for thread in fs::read_dir(format!("{process}/task")).ok()?.flatten() {
        let listed = fs::read_to_string(thread.path().join("children")).ok()?;
        children += listed.split_whitespace().count();
    }
    Some((descriptors, children))
}

fn flood(fault: &str, limit: &str) -> Result<(), Failed> {
    let folder = folder();
    let engine = engine(fault);
    let bad = [
        engine.as_str(),
        "name=bad",
        "timeout=2",
        "margin=0.2",
        limit,
    ];
    let mut command = command(
        "international",
        [&bad, &["random"]],
        "--games 1",
        folder.path(),
    );
    let mut child = command
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()?;
    let mut most = 0;
    while child.try_wait()?.is_none() {
        most = most_memory(&child).unwrap_or_default().max(most);
        sleep(Duration::from_millis(20));
    }
    assert!((1..250).contains(&most), "{most} MB");
    Ok(())
}

/// A program that ends counts as ended at once, though its child holds its output; and the child is ended, too.
fn ends() -> Result<(), Failed> {
    let folder = folder();
    let marker = format!("601.{}", std::process::id());
    let engine = engine("leaves-a-child");
    let bad = [engine.as_str(), "name=bad", "depth=1"];
    let mut command = command(
        "international",
        [&bad, &["random"]],
        "--games 2",
        folder.path(),
    );
    let began = Instant::now();
    let output = command.env(MARKER, &marker).output()?;
    let errors = text(&output.stderr);
    assert!(output.status.success(), "{errors}");
    assert_eq!(
        faults(&result(folder.path()), "bad"),
        "{\"crash\":2}",
        "{errors}"
    );
    assert!(began.elapsed() < Duration::from_secs(20), "{errors}");
    assert_eq!(left_behind(&marker), None);
    Ok(())
}

/// Hundreds of games, in each of which the program crashes or says nonsense and leaves a child behind.
fn many() -> Result<(), Failed> {
    for (fault, games) in [("crash", 60), ("leaves-a-child", 20), ("illegal", 60)] {
        let folder = folder();
        let marker = format!("602.{}", std::process::id());
        let engine = engine(fault);
        let bad = [engine.as_str(), "name=bad", "depth=1"];
        let more = format!("--games {games} --concurrency 2");
        let mut command = command("international", [&bad, &["random"]], &more, folder.path());
        command.stdout(Stdio::null()).stderr(Stdio::null());
        let mut child = command.env(MARKER, &marker).spawn()?;
        let mut most = (0, 0);
        while child.try_wait()?.is_none() {
            let (descriptors, children) = held(&child).unwrap_or_default();
            most = (descriptors.max(most.0), children.max(most.1));
            sleep(Duration::from_millis(10));
        }
        assert_eq!(
            faults(&result(folder.path()), "bad")
                .matches(&games.to_string())
                .count(),
            1
        );
        // Two games at once, and a program that is about to be waited for.
        assert!(most.1 <= 4 && most.0 <= 40, "{fault}: {most:?}");
        assert_eq!(left_behind(&marker), None);
    }
    Ok(())
}
