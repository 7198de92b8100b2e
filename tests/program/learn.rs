//! `kamen learn`, as users run it and step by step.

#[cfg(unix)]
use crate::command::interrupt;
use crate::command::{Told, answer, files, kamen, run};
use kamen::Stop;
use kamen::eval::weights::{Kind, Weights};
use kamen::rules::Variant;
use kamen_training::learn::{
    Decision, GenerationReport, LearnError, LearnProgress, LearnSettings, LearnStep, Learner, Means,
};
use kamen_training::record::{Record, Records};
use std::fs;
use std::path::Path;
use std::process::Command;
use tempfile::TempDir;

const TINY: &str =
    "--variant czech_zapletal --games 30 --nodes 20 --epochs 2 --window 2 --match-games 4 --seed 3";

fn settings() -> LearnSettings {
    LearnSettings {
        variant: Variant::CzechZapletal,
        kind: Kind::Patterns,
        start: start().name(),
        games: 30,
        nodes: 20,
        window: 2,
        lambda: 0.9,
        epochs: 2,
        rate: None,
        explore: 0,
        tables: 0,
        match_games: 4,
        seed: 3,
    }
}

fn start() -> Weights {
    Weights::of_material(Variant::CzechZapletal)
}

fn open(dir: &Path) -> Result<Learner, LearnError> {
    Learner::open(dir, &settings(), &start())
}

/// Goes through a generation; `interrupts` says of what is heard whether that is the end.
fn generation(
    learner: &mut Learner,
    mut interrupts: impl FnMut(LearnProgress) -> bool + Send,
) -> Option<GenerationReport> {
    let stop = Stop::default();
    let mut seen = |progress| {
        if interrupts(progress) {
            stop.now();
        }
    };
    learner.generation(alone(&stop), &mut seen).unwrap()
}

/// One thread without tables.
fn alone(stop: &Stop) -> Means<'_> {
    Means {
        threads: 1,
        tables: None,
        stop,
    }
}

/// Reports as if no time had gone by.
fn timeless(reports: &[GenerationReport]) -> Vec<GenerationReport> {
    let timeless = |report: &GenerationReport| GenerationReport {
        seconds: 0.0,
        ..report.clone()
    };
    reports.iter().map(timeless).collect()
}

#[test]
fn however_it_is_interrupted_the_same_comes_of_it() {
    let folder = TempDir::new().unwrap();
    let [whole, parts] = ["whole", "parts"].map(|name| folder.path().join(name));
    let mut expected = open(&whole).unwrap();
    for number in 1..=2 {
        let report = generation(&mut expected, |_| false).unwrap();
        assert_eq!(report.generation, number);
        assert_eq!(report.games, 30 * u64::from(number));
    }
    let mut met = Vec::new();
    for number in 1..=2 {
        for step in [LearnStep::Play, LearnStep::Learn, LearnStep::Match] {
            let (mut now, mut done) = (LearnStep::Play, 0);
            let interrupted = generation(&mut open(&parts).unwrap(), |progress| {
                match progress {
                    LearnProgress::Begins(step, _) => {
                        met.push(step);
                        (now, done) = (step, 0);
                    }
                    LearnProgress::Advanced => done += 1,
                }
                now == step && done == 1
            });
            assert_eq!(interrupted, None, "generation {number}, {step:?}");
            let learner = open(&parts).unwrap();
            assert_eq!(learner.reports().len(), number - 1);
            assert!(learner.hours() > 0.0);
        }
        generation(&mut open(&parts).unwrap(), |_| false).unwrap();
    }
    // What was done is not done again.
    use LearnStep::{Learn, Match, Play};
    assert_eq!(met[..6], [Play, Play, Learn, Learn, Match, Play]);
    let learner = open(&parts).unwrap();
    assert_eq!(timeless(learner.reports()), timeless(expected.reports()));
    for end in [".games", ".weights"] {
        assert!(files(&parts, end) == files(&whole, end), "{end}");
    }
    let names: Vec<String> = files(&parts, "").into_iter().map(|file| file.0).collect();
    let expected = [
        "000.weights",
        "001.games",
        "001.match.jsonl",
        "001.weights",
        "002.games",
        "002.match.jsonl",
        "002.weights",
        "best.weights",
        "checkpoint.json",
        "log.txt",
    ];
    assert_eq!(names, expected);
}

#[test]
fn damage_is_named_and_nothing_is_lost() {
    let folder = TempDir::new().unwrap();
    let dir = folder.path();
    let interrupted = generation(&mut open(dir).unwrap(), |progress| {
        matches!(progress, LearnProgress::Begins(LearnStep::Match, _))
    });
    assert_eq!(interrupted, None);
    let refused = |learner: Result<Learner, LearnError>, expected: &str| {
        let error = match learner {
            Err(error) => error,
            Ok(mut learner) => learner
                .generation(alone(&Stop::default()), &mut |_| ())
                .unwrap_err(),
        };
        let error = error.to_string();
        assert!(error.contains(expected), "{error}");
    };
    let damage = |name: &str, expected: &str| {
        let path = dir.join(name);
        let good = fs::read(&path).unwrap();
        let mut bad = good.clone();
        let middle = bad.len() / 2;
        bad[middle] ^= 1;
        fs::write(&path, &bad).unwrap();
        refused(open(dir), expected);
        assert!(fs::read(&path).unwrap() == bad, "{name} was changed");
        fs::write(&path, good).unwrap();
    };
    damage("001.games", "001.games, byte ");
    damage("001.weights", "remove it, and it is learned again");
    damage("000.weights", "000.weights: the checksum is wrong");
    damage("checkpoint.json", "checkpoint.json: ");
    let other = LearnSettings {
        window: 9,
        ..settings()
    };
    refused(
        Learner::open(dir, &other, &start()),
        "window was 2, now it is 9",
    );
    // It can be made anew.
    fs::remove_file(dir.join("best.weights")).unwrap();
    let mut learner = open(dir).unwrap();
    assert!(
        fs::read(dir.join("best.weights")).unwrap() == fs::read(dir.join("000.weights")).unwrap()
    );
    fs::remove_file(dir.join("001.weights")).unwrap();
    let report = generation(&mut learner, |_| false).unwrap();
    let best = if report.contest.decision.keeps_new() {
        1
    } else {
        0
    };
    let kept = fs::read(dir.join(format!("00{best}.weights"))).unwrap();
    assert!(fs::read(dir.join("best.weights")).unwrap() == kept);
}

#[test]
fn what_plays_better_is_kept() {
    let folder = TempDir::new().unwrap();
    let dir = folder.path();
    // It begins with weights that give pieces away.
    let mut start = start();
    for weight in &mut start.weights {
        *weight = weight.map(|part| -part);
    }
    let settings = LearnSettings {
        start: start.name(),
        match_games: 240,
        ..settings()
    };
    let mut learner = Learner::open(dir, &settings, &start).unwrap();
    let is_kept = |report: &GenerationReport| report.contest.decision.keeps_new();
    // Up to one that is not kept.
    let mut reports = Vec::new();
    while reports.iter().all(is_kept) && reports.len() < 8 {
        reports.push(generation(&mut learner, |_| false).unwrap());
    }
    let won = &reports[0].contest;
    assert_eq!(won.decision, Decision::Accepted);
    assert!(
        won.elo > 100.0 && won.tally.wins > won.tally.losses,
        "{won}"
    );
    assert!((200..240).contains(&won.tally.games()), "{won}");
    let weights = |generation: u32| {
        let path = dir.join(format!("{generation:03}.weights"));
        Weights::read_for(settings.variant, &path).unwrap().name()
    };
    let (mut best, mut elo) = (0, 0.0);
    for report in &reports {
        let games = dir.join(format!("{:03}.games", report.generation));
        let games = Records::open(&games).unwrap();
        assert_eq!(games.settings().evaluation, weights(best));
        assert_eq!(report.opponent, best);
        if is_kept(report) {
            best = report.generation;
            elo += report.contest.elo;
        }
        assert_eq!(report.elo, elo);
    }
    assert!(!reports.iter().all(is_kept), "{reports:?}");
    let kept = Weights::read_for(settings.variant, &dir.join("best.weights"));
    assert_eq!(kept.unwrap().name(), weights(best));
}

fn learn(arguments: &str, dir: &Path) -> Command {
    let mut command = kamen(&format!("learn {arguments} --dir"));
    command.arg(dir);
    command
}

/// The exit status, the output and the errors.
fn told(arguments: &str, dir: &Path) -> Told {
    run(&mut learn(arguments, dir))
}

#[test]
fn what_was_learned_plays() {
    let folder = TempDir::new().unwrap();
    let dir = folder.path().join("learned");
    let (status, out, errors) = told(&format!("{TINY} --generations 1"), &dir);
    assert_eq!(status, Some(0), "{errors}");
    let next = format!(
        "kamen play czech_zapletal --weights {}",
        dir.join("best.weights").display()
    );
    // The weights are shown at play where something stronger than the first evaluation was learned.
    let is_told = |out: &str, errors: &str| {
        let learned = !out.contains("the best is generation 0");
        assert!(errors.contains("more --hours"), "{errors}");
        assert_eq!(errors.contains(&next), learned, "{out}{errors}");
    };
    is_told(&out, &errors);
    let first = out.lines().next().unwrap().to_owned();
    let (status, out, errors) = told(&format!("{TINY} --generations 2 --threads 2"), &dir);
    assert_eq!(status, Some(0), "{errors}");
    assert!(errors.contains("holds 1 generations"), "{errors}");
    is_told(&out, &errors);
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!(lines.len(), 2, "{out}");
    assert!(lines[0].starts_with("generation 2: 60 games, "), "{out}");
    for expected in [
        "positions, loss 0.",
        "against generation ",
        " Elo, ",
        " minutes",
    ] {
        assert!(lines[0].contains(expected), "{out}");
    }
    assert!(lines[1].starts_with("the best is generation "), "{out}");
    let log = fs::read_to_string(dir.join("log.txt")).unwrap();
    assert_eq!(log, format!("{first}\n{}\n", lines[0]));

    let lines = "hub\nset-param name=variant value=czech_zapletal\ninit\npos start\n\
                 level nodes=1000\ngo think\n";
    let mut engine = kamen("--weights");
    let answer = answer(engine.arg(dir.join("best.weights")), lines);
    assert!(
        answer.contains("ready") && answer.contains("done move=") && !answer.contains("error"),
        "{answer}"
    );

    let before = files(&dir, "");
    let foreign = folder.path().join("foreign");
    fs::write(&foreign, "something else").unwrap();
    let own = "--variant czech_zapletal --generations 3";
    let cases = [
        (
            TINY.replace("_zapletal", "") + " --generations 3",
            2,
            "variant was \"czech_zapletal\", now it is \"czech\"",
        ),
        (
            format!("{TINY} --generations 3 --kind network"),
            2,
            "kind was \"patterns\", now it is \"network\"",
        ),
        (
            format!("{TINY} --generations 3 --lambda 0.5"),
            2,
            "lambda was 0.9, now it is 0.5",
        ),
        (
            format!(
                "{TINY} --generations 3 --start {}",
                dir.join("001.weights").display()
            ),
            2,
            "start was \"patterns ",
        ),
        (
            format!("{own} --start {}", foreign.display()),
            2,
            "foreign: no file of weights",
        ),
        (TINY.to_owned(), 2, "--hours"),
        (format!("{TINY} --hours 0"), 2, "expected a number above 0"),
        (format!("{own} --games 5"), 2, "20..="),
    ];
    for (arguments, expected, message) in cases {
        let (status, _, errors) = told(&arguments, &dir);
        assert_eq!(status, Some(expected), "{arguments}: {errors}");
        assert!(errors.contains(message), "{arguments}: {errors}");
    }
    assert!(files(&dir, "") == before);
    let (status, _, errors) = told(&format!("{TINY} --generations 3"), &foreign);
    assert_eq!(status, Some(2), "{errors}");
    assert!(errors.contains("foreign"), "{errors}");
    let learner = open(&dir).unwrap();
    let (status, _, errors) = told(&format!("{TINY} --generations 3"), &dir);
    assert_eq!(status, Some(2), "{errors}");
    assert!(errors.contains("in use by another learner"), "{errors}");
    drop(learner);
}

#[test]
fn networks_are_learned_too() {
    let folder = TempDir::new().unwrap();
    let (status, _, errors) = told(
        &format!("{TINY} --generations 1 --kind network"),
        folder.path(),
    );
    assert_eq!(status, Some(0), "{errors}");
    let learned = Weights::read(&folder.path().join("001.weights")).unwrap();
    assert_eq!(learned.origin.form.kind(), Kind::Network);
}

#[test]
fn games_may_look_up_tables_and_weights_be_fitted_on() {
    let folder = TempDir::new().unwrap();
    let [alone, on] = ["alone", "on"].map(|name| folder.path().join(name));
    let start = folder.path().join("start.weights");
    let (status, _, errors) = told(&format!("{TINY} --generations 1"), &alone);
    assert_eq!(status, Some(0), "{errors}");
    fs::copy(alone.join("001.weights"), &start).unwrap();
    let arguments = format!(
        "{TINY} --generations 1 --bb-size 3 --explore 30 --rate 0.03 --start {}",
        start.display()
    );
    let (status, _, errors) = told(&arguments, &on);
    assert_eq!(status, Some(0), "{errors}");
    let games = Records::open(&on.join("001.games")).unwrap();
    assert_eq!((games.settings().tables, games.settings().explore), (3, 30));
    let is_random = |game: &Record| game.played().iter().any(|ply| ply.is_random);
    assert!(games.map(Result::unwrap).any(|game| is_random(&game)));
    // One step of a small rate leads less far from the start than from material values.
    let weights = |path: &Path| {
        let read = Weights::read_for(Variant::CzechZapletal, path);
        read.unwrap().weights
    };
    let before = weights(&start);
    let distance = |after: &[[i16; 2]]| -> i64 {
        let parts = before.iter().zip(after);
        let parts = parts.flat_map(|(a, b)| [a[0] - b[0], a[1] - b[1]]);
        parts.map(|part| i64::from(part.unsigned_abs())).sum()
    };
    let fitted = weights(&on.join("001.weights"));
    assert_ne!(fitted, before);
    let material = Weights::of_material(Variant::CzechZapletal).weights;
    assert!(distance(&fitted) < distance(&material));
    let (status, _, errors) = told(&format!("{TINY} --generations 1 --bb-size 8"), &on);
    assert_eq!(status, Some(2));
    assert!(errors.contains("expected 8"), "{errors}");
}

#[test]
fn it_ends_when_the_hours_are_spent() {
    let folder = TempDir::new().unwrap();
    let long = "--variant czech_zapletal --games 1000000 --nodes 2000";
    for _ in 0..2 {
        let (status, out, errors) = told(&format!("{long} --hours 0.0002 --quiet"), folder.path());
        assert_eq!((status, errors.as_str()), (Some(0), ""));
        let expected = "the best is generation 0: 0.0 Elo above the start after 0.0 minutes";
        assert!(out.starts_with(expected), "{out}");
    }
    let games = folder.path().join("001.games");
    assert!(games.exists() && folder.path().join("best.weights").exists());
}

#[cfg(unix)]
#[test]
fn the_first_signal_ends_it_in_order() {
    let folder = TempDir::new().unwrap();
    let long = "--variant czech_zapletal --games 1000000 --nodes 50 --hours 1";
    let games = folder.path().join("001.games");
    let plays = || fs::metadata(&games).is_ok_and(|file| file.len() >= 1000);
    let (status, out, errors) = interrupt(&mut learn(long, folder.path()), plays);
    assert_eq!((status, out.as_str()), (Some(1), ""), "{errors}");
    let expected = "stopped in generation 1; the same command resumes from here";
    assert!(errors.contains(expected), "{errors}");
    assert!(fs::metadata(games).unwrap().len() > 1000);
}

#[test]
fn several_processes_learn_what_one_does() {
    let folder = TempDir::new().unwrap();
    let [whole, shared] = ["whole", "shared"].map(|name| folder.path().join(name));
    let learn = |dir: &Path, more: &str| {
        let mut command = kamen(&format!("learn {TINY} --generations 2 -q {more} --dir"));
        command.arg(dir);
        command
    };
    let (status, _, errors) = run(&mut learn(&whole, ""));
    assert_eq!(status, Some(0), "{errors}");
    let spawn = |shard: &str| learn(&shared, shard).spawn().unwrap();
    // The second begins before there is anything to do, and is killed in the middle.
    let mut killed = spawn("--shard 2/3");
    let mut first = spawn("--shard 1/3");
    std::thread::sleep(std::time::Duration::from_millis(300));
    killed.kill().unwrap();
    killed.wait().unwrap();
    for mut process in [spawn("--shard 2/3"), spawn("--shard 3/3")] {
        assert!(process.wait().unwrap().success());
    }
    assert!(first.wait().unwrap().success());
    for end in [".games", ".weights"] {
        assert!(files(&shared, end) == files(&whole, end), "{end}");
    }
    let left: Vec<String> = files(&shared, ".part")
        .into_iter()
        .map(|file| file.0)
        .collect();
    assert!(left.is_empty(), "{left:?}");
    // Others with the same folder must mean the same.
    let other = TINY.replace("--seed 3", "--seed 4");
    let mut command = kamen(&format!("learn {other} --generations 2 --shard 2/3 --dir"));
    let (status, _, errors) = run(command.arg(&shared));
    assert_eq!(status, Some(2), "{errors}");
    assert!(errors.contains("seed was 3, now it is 4"), "{errors}");
}
