//! Hub dialogues with the real binary: the transcripts of `tests/data`, and determinism.

use crate::transcript::{Engine, play};
use std::io::Write;
use std::process::{Command, Stdio};
use std::time::Duration;

/// One test for each file, so that they run side by side; and none may be forgotten.
macro_rules! transcripts {
    ($($name:ident)*) => {
        $(#[test]
        fn $name() {
            play(stringify!($name));
        })*

        #[test]
        fn every_file_is_played() {
            let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data");
            let files = std::fs::read_dir(folder).unwrap();
            let names = files.map(|file| file.unwrap().file_name().into_string().unwrap());
            let mut found: Vec<String> =
                names.filter_map(|n| n.strip_suffix(".hub").map(str::to_owned)).collect();
            found.sort_unstable();
            assert_eq!(found, [$(stringify!($name)),*]);
        }
    };
}

transcripts! { bad_lines book endings frames handshake interruptions limits moves players positions }

/// How long an expected line may take.
const PATIENCE: Duration = Duration::from_secs(10);

/// Searches a position; its last `info` without time and speed, and its `done`.
fn search(engine: &mut Engine, position: &str) -> (String, String) {
    engine.send("new-game");
    engine.send(position);
    engine.send("level nodes=50000");
    engine.send("go think");
    let done = engine.expect("done move=*", true, Duration::from_secs(10));
    let info = engine.last_info().split(' ');
    let timeless = info.filter(|word| !word.starts_with("time=") && !word.starts_with("nps="));
    (timeless.collect::<Vec<_>>().join(" "), done)
}

/// The nodes of an `info`.
fn nodes(info: &str) -> u64 {
    let nodes = info.split(' ').find_map(|word| word.strip_prefix("nodes="));
    nodes.unwrap().parse().unwrap()
}

fn prepared(variant: &str) -> Engine {
    let mut engine = Engine::start(variant);
    engine.send(&format!("set-param name=variant value={variant}"));
    engine.send("init");
    engine.expect("ready", false, Duration::from_secs(10));
    engine
}

#[test]
fn a_search_of_nodes_is_the_same_every_time() {
    const CASES: [(&str, &str); 3] = [
        (
            "normal",
            "pos start moves=\"32-28 19-23 28x19x23 14x23x19\"",
        ),
        ("czech", "pos start moves=\"22-18\""),
        ("english", "pos start moves=\"11-15\""),
    ];
    for (variant, position) in CASES {
        let (mut one, mut other) = (prepared(variant), prepared(variant));
        let first = search(&mut one, position);
        // Something else in between, so that the second search has something to forget.
        search(&mut one, "pos start");
        assert_eq!(
            search(&mut one, position),
            first,
            "{variant}, after new-game"
        );
        assert_eq!(
            search(&mut other, position),
            first,
            "{variant}, another process"
        );
        let nodes = nodes(&first.0);
        assert!((1_000..=50_000).contains(&nodes), "{variant}: {}", first.0);
        one.finish();
        other.finish();
    }
}

#[test]
fn skill_and_seed_reach_the_search() {
    let mut engine = prepared("normal");
    engine.send("set-param name=skill value=1");
    let mut answer = |seed: u32| {
        engine.send(&format!("set-param name=seed value={seed}"));
        search(&mut engine, "pos start")
    };
    let answers: Vec<(String, String)> = (1..=5).map(&mut answer).collect();
    for (info, _) in &answers {
        assert!(nodes(info) < 200, "{info}");
    }
    assert!(
        answers.iter().any(|other| *other != answers[0]),
        "{answers:?}"
    );
    assert_eq!(answer(1), answers[0]);
    engine.send("set-param name=elo value=2000");
    let stronger = engine_nodes(&mut engine);
    assert!((200..20_000).contains(&stronger), "{stronger}");
    engine.send("set-param name=skill value=1");
    assert!(engine_nodes(&mut engine) < 200);
}

/// The nodes of a search from the start.
fn engine_nodes(engine: &mut Engine) -> u64 {
    nodes(&search(engine, "pos start").0)
}

#[test]
fn the_same_skill_searches_more_on_a_large_board() {
    let most = |variant| {
        let mut engine = prepared(variant);
        engine.send("set-param name=skill value=5");
        let of_seed = |seed| {
            engine.send(&format!("set-param name=seed value={seed}"));
            nodes(&search(&mut engine, "pos start").0)
        };
        let most = (1..=5).map(of_seed).max();
        engine.finish();
        most
    };
    assert!(most("normal") > most("czech"));
}

/// Otherwise the first searches wait for the system instead of thinking.
#[cfg(target_os = "linux")]
#[test]
fn the_table_has_its_memory_before_ready() {
    const PAGE: u64 = 4096;
    for tt_size in [20, 22] {
        let mut engine = Engine::start("memory");
        engine.send(&format!("set-param name=tt-size value={tt_size}"));
        engine.send("init");
        engine.expect("ready", false, Duration::from_secs(10));
        let sizes = std::fs::read_to_string(format!("/proc/{}/statm", engine.id())).unwrap();
        let resident: u64 = sizes.split(' ').nth(1).unwrap().parse().unwrap();
        let table = 16 << tt_size;
        assert!(resident * PAGE >= table, "{tt_size}: {resident} pages");
        engine.finish();
    }
}

/// A limit on the address space stands for a system that has no more memory.
#[cfg(target_os = "linux")]
#[test]
fn without_memory_for_a_table_the_old_one_stays() {
    let script = "ulimit -v 1000000; exec \"$0\" hub";
    let words = ["-c", script, env!("CARGO_BIN_EXE_kamen")];
    let mut engine = Engine::start_with("memory", std::process::Command::new("sh").args(words));
    let patience = Duration::from_secs(10);
    engine.send("set-param name=tt-size value=12");
    engine.send("init");
    engine.expect("ready", false, patience);
    engine.send("set-param name=tt-size value=26");
    engine.send("init");
    let refusal = "error message=\"no memory for tt-size 26 (1024 MiB)\"";
    engine.expect(refusal, false, patience);
    engine.expect("ready", false, patience);
    search(&mut engine, "pos start");
    engine.finish();
}

/// `init` would refuse weights of another variant, and nobody had said which is played.
#[test]
fn weights_of_the_command_line_set_the_variant() {
    let weights = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/src/data/weights-8x8/czech.weights"
    );
    let mut command = Command::new(env!("CARGO_BIN_EXE_kamen"));
    let mut engine = Engine::start_with("weights", command.args(["--weights", weights]));
    engine.send("hub");
    let declared = "param name=variant value=czech *";
    engine.expect("id *", false, PATIENCE);
    engine.expect(declared, false, PATIENCE);
    engine.expect("wait", true, PATIENCE);
    engine.send("init");
    engine.expect("ready", false, PATIENCE);
    engine.send("pos start");
    engine.send("level depth=1");
    engine.send("go think");
    engine.expect("done move=*", true, PATIENCE);
}

#[test]
fn engines_are_told_apart_by_their_names() {
    let cases: [(&[&str], &str); 4] = [
        (&[], "id name=Kamen version=*"),
        (&["--name", "Other"], "id name=Other version=*"),
        (
            &["hub", "--name", "My engine"],
            "id name=\"My engine\" version=*",
        ),
        (&["hub", "--name", "a \"b\""], "id name=\"a 'b'\" version=*"),
    ];
    for (arguments, expected) in cases {
        let mut command = Command::new(env!("CARGO_BIN_EXE_kamen"));
        let mut engine = Engine::start_with("names", command.args(arguments));
        engine.send("hub");
        engine.expect(expected, false, PATIENCE);
        engine.expect("wait", true, PATIENCE);
        engine.finish();
    }
    let mut command = Command::new(env!("CARGO_BIN_EXE_kamen"));
    let output = command.args(["hub", "--name", ""]).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
}

/// Hub wants them ignored, and so they are; but whoever looks for the reason finds it in the log.
#[test]
fn unknown_parameters_and_limits_are_logged() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kamen"));
    command.env("RUST_LOG", "warn");
    command.stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut engine = command.stderr(Stdio::piped()).spawn().unwrap();
    let lines = "set-param name=contempt value=3\ninit\npos start\nlevel depth=1 foo=3\nlevel ply=2 bar\nping\nquit\n";
    engine
        .stdin
        .take()
        .unwrap()
        .write_all(lines.as_bytes())
        .unwrap();
    let output = engine.wait_with_output().unwrap();
    assert_eq!(String::from_utf8(output.stdout).unwrap(), "ready\npong\n");
    let log = String::from_utf8(output.stderr).unwrap();
    for expected in [
        "unknown parameter 'contempt' is ignored, expected one of: variant frame tt-size",
        "unknown limit 'foo' is ignored, expected some of: depth nodes",
        "unknown limit 'bar' is ignored",
    ] {
        assert!(log.contains(expected), "{expected}: {log}");
    }
    assert_eq!(log.lines().count(), 3, "{log}");
}
