//! `kamen selfplay`, `kamen train` and playing with what was learned, as users run them.

use crate::command::{answer, fail, kamen, succeed};
use kamen::eval::weights::Weights;
use serde_json::{Value, json};
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::Duration;
use tempfile::TempDir;

fn kamen_in(folder: &Path, arguments: &str) -> Command {
    let mut command = kamen(arguments);
    command.current_dir(folder);
    command
}

/// The output of a command that must succeed.
fn output(folder: &Path, arguments: &str) -> String {
    succeed(&mut kamen_in(folder, arguments)).0
}

/// The error of a command that must fail.
fn error(folder: &Path, arguments: &str, status: i32) -> String {
    fail(&mut kamen_in(folder, arguments), status)
}

/// What the engine answers to lines of Hub.
fn hub(folder: &Path, arguments: &str, lines: &str) -> String {
    answer(&mut kamen_in(folder, arguments), lines)
}

/// Trains on one thread and on two, which must come to the same. The report of the first.
fn train_alike(folder: &Path, arguments: &str, out: &str) -> String {
    let train = |out: &str, threads: u32| {
        let arguments = format!("train {arguments} --out {out} --threads {threads}");
        output(folder, &arguments)
    };
    let report = train(out, 1);
    train("again.weights", 2);
    let [first, again] = [out, "again.weights"].map(|name| fs::read(folder.join(name)).unwrap());
    assert!(first == again, "another number of threads, other weights");
    report
}

#[test]
fn games_become_weights_that_are_played_with() {
    let folder = TempDir::new().unwrap();
    let folder = folder.path();
    output(
        folder,
        "selfplay czech_zapletal --games 60 --nodes 60 --threads 2 --out z.games",
    );
    let report = train_alike(
        folder,
        "--variant czech_zapletal --data z.games --epochs 2 --plot z.svg",
        "z.weights",
    );
    for expected in [
        "60 games",
        "quiet positions",
        "epoch  1: loss ",
        "chance given",
        "z.weights: epoch ",
    ] {
        assert!(report.contains(expected), "{expected}: {report}");
    }
    let svg = fs::read_to_string(folder.join("z.svg")).unwrap();
    assert!(
        svg.starts_with("<svg") && svg.contains("Calibration"),
        "{svg}"
    );

    let init = "set-param name=variant value=czech_zapletal\ninit\n";
    let think = "pos start\nlevel nodes=5000\ngo think\n";
    let learned = hub(folder, "--weights z.weights", &format!("{init}{think}"));
    assert!(
        learned.contains("ready") && learned.contains("done move="),
        "{learned}"
    );
    let by_parameter = format!("set-param name=eval value=z.weights\n{init}{think}");
    let by_parameter = hub(folder, "hub", &by_parameter);
    // How the search ended; what came before may be left out.
    let end = |answer: &str| -> String {
        let (_, end) = answer.rsplit_once("info ").unwrap();
        let words = end.split_whitespace();
        let timeless = words.filter(|word| !word.starts_with("time=") && !word.starts_with("nps="));
        timeless.collect::<Vec<_>>().join(" ")
    };
    assert_eq!(end(&learned), end(&by_parameter));
    let by_hand = hub(folder, "--weights hand-made", &format!("{init}{think}"));
    assert_ne!(end(&learned), end(&by_hand));

    let both = |by_hand: &str| {
        let learned = "--engine kamen name=learned param.eval=z.weights";
        let by_hand = format!("--engine kamen name=by-hand param.eval={by_hand}");
        format!("match czech_zapletal --games 2 --each nodes=200 {learned} {by_hand}")
    };
    let table = output(folder, &both("hand-made"));
    assert!(
        table.contains(" 2 games") && table.contains("learned: "),
        "{table}"
    );
    assert!(!table.contains("faults"), "{table}");
    let refused = error(folder, &both("none.weights timeout=2"), 2);
    assert!(refused.contains("cannot use none.weights"), "{refused}");

    // A file that no variant can use is refused before anything is said.
    let refused = error(folder, "--weights none.weights", 2);
    assert!(refused.contains("cannot use none.weights"), "{refused}");
    let whole = fs::read(folder.join("z.weights")).unwrap();
    fs::write(folder.join("half.weights"), &whole[..whole.len() / 2]).unwrap();
    let refused = error(folder, "hub --weights half.weights", 2);
    let expected = "half.weights: the checksum is wrong";
    assert!(refused.contains(expected), "{refused}");

    // They are refused where they do not fit, and the engine goes on as it was.
    let change = "set-param name=eval value=z.weights\nset-param name=variant value=czech\ninit\n";
    let answer = hub(folder, "hub", &format!("{init}{change}{think}"));
    assert!(
        answer.contains("found weights for czech_zapletal, expected czech"),
        "{answer}"
    );
    assert!(answer.contains("done move="), "{answer}");

    output(
        folder,
        "selfplay czech_zapletal --games 2 --nodes 20 --weights z.weights --out next.games",
    );
    let other = "selfplay czech_zapletal --games 4 --nodes 20 --out next.games";
    assert!(
        error(folder, other, 2).contains("evaluation was \"patterns "),
        "{other}"
    );
    let go_on =
        "train czech_zapletal --data z.games --start z.weights --epochs 1 --out more.weights";
    assert!(output(folder, go_on).contains("more.weights: epoch 1"));
}

/// Lines of JSON, each of which must be an object.
fn objects(text: &str) -> Vec<serde_json::Map<String, Value>> {
    let objects = text.lines().map(serde_json::from_str);
    objects.collect::<Result<_, _>>().unwrap()
}

#[test]
fn logs_are_json_if_asked_for() {
    let folder = TempDir::new().unwrap();
    let folder = folder.path();
    let variant = "--variant czech_zapletal";
    let play = format!("selfplay {variant} --games 40 --nodes 20 --out z.games --json");
    let [played] = &objects(&output(folder, &play))[..] else {
        panic!("expected one object");
    };
    assert_eq!(
        (&played["games"], &played["played"]),
        (&json!(40), &json!(40))
    );
    let train = format!("train {variant} --data z.games --epochs 1 --out z.weights --json");
    let log = objects(&output(folder, &train));
    let events: Vec<&Value> = log.iter().map(|line| &line["event"]).collect();
    assert_eq!(events, ["games", "positions", "epoch", "weights"]);
    assert_eq!(log[0]["games"], 40);
    assert!(log[2]["training_loss"].as_f64() > Some(0.1));
    let keys = ["file", "epoch", "is_stopped"].map(|key| &log[3][key]);
    assert_eq!(keys, [&json!("z.weights"), &json!(1), &json!(false)]);
    // A loss of no positions is no number.
    let pieces = log[3]["pieces"].as_array().unwrap();
    assert!(
        pieces
            .iter()
            .all(|bin| (bin["positions"] == 0) == bin["loss"].is_null())
    );
}

#[cfg(unix)]
#[test]
fn the_first_signal_keeps_the_best_whole_epoch() {
    let folder = TempDir::new().unwrap();
    let folder = folder.path();
    let variant = "--variant czech_zapletal";
    output(
        folder,
        &format!("selfplay {variant} --games 60 --nodes 20 --out z.games"),
    );
    // So slow a fit goes on for long.
    let arguments = "--epochs 1000 --lambda 0 --rate 0.0001 --data z.games --out z.weights";
    let log = folder.join("log");
    let out = fs::File::create(&log).unwrap();
    let child = kamen_in(folder, &format!("train {variant} {arguments}"))
        .stdout(out)
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    while !fs::read_to_string(&log).unwrap().contains("epoch  2: ") {
        sleep(Duration::from_millis(20));
    }
    let sent = Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status();
    assert!(sent.unwrap().success());
    let ended = child.wait_with_output().unwrap();
    let errors = String::from_utf8_lossy(&ended.stderr);
    assert_eq!(ended.status.code(), Some(1), "{errors}");
    let kept = Weights::read(&folder.join("z.weights")).unwrap();
    let epoch = kept.origin.run.epochs;
    assert!(epoch >= 1);
    let expected = format!("; z.weights holds the weights of epoch {epoch}");
    assert!(
        errors.contains("stopped in epoch ") && errors.contains(&expected),
        "{errors}"
    );
    let log = fs::read_to_string(&log).unwrap();
    assert!(log.contains("chance given") && log.contains(&format!("z.weights: epoch {epoch}, ")));
    output(
        folder,
        &format!("train {variant} --epochs 1 --start z.weights --data z.games --out more"),
    );
}

#[test]
fn a_network_is_learned_and_played_with() {
    let folder = TempDir::new().unwrap();
    let folder = folder.path();
    output(
        folder,
        "selfplay breakthrough --games 60 --nodes 60 --threads 2 --out b.games",
    );
    let report = train_alike(
        folder,
        "--variant breakthrough --data b.games --epochs 2 --kind network",
        "b.weights",
    );
    assert!(report.contains("epoch  1: loss "), "{report}");

    let go_on = "train breakthrough --data b.games --start b.weights --epochs 1";
    assert!(
        output(folder, &format!("{go_on} --out more.weights")).contains("more.weights: epoch 1")
    );
    let refused = error(
        folder,
        &format!("{go_on} --kind patterns --out more.weights"),
        2,
    );
    assert!(
        refused.contains("b.weights: found network, expected weights of the same kind, patterns"),
        "{refused}"
    );

    let play = "match breakthrough --games 4 --random-plies 4 --each nodes=500";
    let learned = "--engine kamen name=learned param.eval=b.weights";
    let table = output(
        folder,
        &format!("{play} {learned} --engine minimax:2:weights:b.weights"),
    );
    assert!(
        table.contains(" 4 games") && !table.contains("faults"),
        "{table}"
    );
    output(
        folder,
        "selfplay breakthrough --games 2 --nodes 20 --weights b.weights --out next.games",
    );
    let other = "selfplay breakthrough --games 4 --nodes 20 --out next.games";
    assert!(
        error(folder, other, 2).contains("evaluation was \"network "),
        "{other}"
    );
}

#[test]
fn what_is_of_no_use_is_refused() {
    let folder = TempDir::new().unwrap();
    let folder = folder.path();
    output(
        folder,
        "selfplay english --games 3 --nodes 20 --out e.games",
    );
    fs::write(folder.join("text"), "something else").unwrap();
    let mut damaged = fs::read(folder.join("e.games")).unwrap();
    let middle = damaged.len() / 2;
    damaged[middle] ^= 4;
    fs::write(folder.join("damaged.games"), damaged).unwrap();
    fs::write(folder.join("kept.weights"), "as it was").unwrap();
    let cases = [
        (
            "--variant english --data e.games --out kept.weights",
            2,
            "held back",
        ),
        (
            "--variant czech --data e.games --out kept.weights",
            2,
            "holds games of english, expected czech",
        ),
        (
            "--variant english --data none.games --out kept.weights",
            2,
            "none.games",
        ),
        (
            "--variant english --data text --out kept.weights",
            2,
            "is no file of kamen selfplay",
        ),
        (
            "--variant english --data damaged.games --out kept.weights",
            1,
            "damaged.games, byte ",
        ),
        (
            "--variant english --data e.games --start text --out kept.weights",
            2,
            "text: no file of weights",
        ),
        (
            "--variant english --data e.games --lambda 1.5 --out kept.weights",
            2,
            "expected a number from 0 to 1",
        ),
        (
            "--variant english --data e.games --out nowhere/w",
            2,
            "there is no folder nowhere",
        ),
    ];
    for (arguments, status, message) in cases {
        let found = error(folder, &format!("train {arguments}"), status);
        assert!(found.contains(message), "{arguments}: {found}");
    }
    assert_eq!(
        fs::read_to_string(folder.join("kept.weights")).unwrap(),
        "as it was"
    );
    let left: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name())
        .collect();
    assert_eq!(left.len(), 4, "{left:?}");
    assert!(error(folder, "bench --depth 1 --weights text", 2).contains("no file of weights"));
    assert!(
        error(
            folder,
            "selfplay english --games 1 --weights none --out x",
            2
        )
        .contains("none")
    );
}
