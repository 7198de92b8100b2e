//! `kamen evolve` as users run it, and its networks as players of `kamen match`.

#[cfg(unix)]
use crate::command::interrupt;
use crate::command::{fail, files, kamen, kill_after, run, succeed};
use kamen::players::EvolvedNetwork;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Duration;
use tempfile::TempDir;

const TINY: &str = "--variant czech --population 4 --games 2 --depth 1";

fn evolve(arguments: &str, dir: &Path) -> Command {
    let mut command = kamen(&format!("evolve {arguments} --dir"));
    command.arg(dir);
    command
}

/// The standard output and error of an evolution that must succeed.
fn output(arguments: &str, dir: &Path) -> (String, String) {
    succeed(&mut evolve(arguments, dir))
}

#[test]
fn generations_are_evolved_once_and_added_to() {
    let folder = TempDir::new().unwrap();
    let [whole, parts] = ["whole", "parts"].map(|name| folder.path().join(name));
    let (all, errors) = output(&format!("{TINY} --generations 2"), &whole);
    assert_eq!(errors, "");
    assert_eq!(all.lines().count(), 2);
    for (line, number) in all.lines().zip(1..) {
        let start = format!("generation {number}: the best won ");
        assert!(
            line.starts_with(&start) && line.ends_with("; 8 games"),
            "{line}"
        );
    }
    let (first, _) = output(&format!("{TINY} --generations 1 --threads 2"), &parts);
    let (second, errors) = output(&format!("{TINY} --generations 2"), &parts);
    assert!(
        errors.contains("holds 1 generations already; 1 are missing"),
        "{errors}"
    );
    assert_eq!(format!("{first}{second}"), all);
    let (nothing, _) = output(&format!("{TINY} --generations 2 --quiet"), &parts);
    assert_eq!(nothing, "");
    assert_eq!(files(&parts, ""), files(&whole, ""));
    let names: Vec<String> = files(&whole, "")
        .into_iter()
        .map(|(name, _)| name)
        .collect();
    let expected = [
        "checkpoint.json",
        "generation-001.json",
        "generation-002.json",
        "log.txt",
        "settings.json",
    ];
    assert_eq!(names, expected);
    // The log has all networks.
    let log = fs::read_to_string(whole.join("log.txt")).unwrap();
    for ((line, shown), number) in log.lines().zip(all.lines()).zip(1..) {
        let wins = line.strip_prefix(shown).unwrap();
        assert!(
            wins.starts_with(&format!("; wins: gen{number}_net1 ")),
            "{line}"
        );
        assert_eq!(wins.matches("_net").count(), 4, "{line}");
    }
}

#[test]
fn a_preset_settles_what_no_option_does() {
    let folder = TempDir::new().unwrap();
    let dir = folder.path().join("run");
    let tiny = "--population 4 --games 2 --depth 1 --generations 1";
    let arguments = format!("--preset evolution06 --mutation 0.5 --keep best {tiny}");
    output(&arguments, &dir);
    let text = fs::read_to_string(dir.join("settings.json")).unwrap();
    let found: serde_json::Value = serde_json::from_str(&text).unwrap();
    let expected = serde_json::json!({
        "variant": "czech", "population": 4, "games": 2, "depth": 1, "neurons": 16,
        "max-plies": 150, "seed": 1, "view": "white", "opponent-replacement": 0.7,
        "breeding": {
            "first-mean": 1.0, "first-variance": 0.2, "biases": false, "elite": 0,
            "crossover": 0.2, "neuron-crossover": 0.5, "exchange": "incoming", "children": 2,
            "mutation": 0.5, "weight-mutation": 0.05, "mutation-variance": 2.0,
        },
        "keep": "best",
    });
    assert_eq!(found, expected);
    let cases = [
        (
            format!("--preset evolution07 --mutation 0.5 --keep best {tiny}"),
            "opponent-replacement was 0.7, now it is 1.0",
        ),
        (
            format!("--preset evolution06 --keep best {tiny}"),
            "breeding.mutation was 0.5, now it is 0.2",
        ),
        (
            format!("--variant czech {tiny}"),
            "breeding.biases was false, now it is true",
        ),
        (format!("--preset evolution03 {tiny}"), "evolution02"),
        (format!("{arguments} --crossover 1.5"), "from 0 to 1"),
        (
            format!("{arguments} --first-variance=-1"),
            "from 0 to 10000",
        ),
        (format!("{arguments} --first-mean nan"), "from -100 to 100"),
        (format!("{arguments} --children 3"), "1..=2"),
        (format!("{arguments} --view black"), "mover, white"),
    ];
    for (arguments, expected) in cases {
        let errors = fail(&mut evolve(&arguments, &dir), 2);
        assert!(errors.contains(expected), "{arguments}: {errors}");
    }
}

/// Options, with what `settings.json` then holds under a group (`""` for none) and a name.
const OPTIONS: [(&str, &str, &str, &str); 16] = [
    ("--variant english", "", "variant", "\"english\""),
    ("--layers 4,3", "", "neurons", "[4,3]"),
    ("--fitness points", "", "fitness", "\"points\""),
    ("--max-plies 20", "", "max-plies", "20"),
    ("--view mover", "", "view", "\"mover\""),
    (
        "--opponent-replacement 0.25",
        "",
        "opponent-replacement",
        "0.25",
    ),
    ("--biases true", "breeding", "biases", "true"),
    ("--first-mean -0.5", "breeding", "first-mean", "-0.5"),
    ("--first-variance 0.3", "breeding", "first-variance", "0.3"),
    ("--elite 1", "breeding", "elite", "1"),
    ("--crossover 0.9", "breeding", "crossover", "0.9"),
    (
        "--neuron-crossover 0.4",
        "breeding",
        "neuron-crossover",
        "0.4",
    ),
    ("--exchange all", "breeding", "exchange", "\"all\""),
    ("--children 1", "breeding", "children", "1"),
    (
        "--weight-mutation 0.6",
        "breeding",
        "weight-mutation",
        "0.6",
    ),
    (
        "--mutation-variance 0.7",
        "breeding",
        "mutation-variance",
        "0.7",
    ),
];

#[test]
fn options_override_a_preset() {
    let folder = TempDir::new().unwrap();
    let options: Vec<&str> = OPTIONS.iter().map(|(option, ..)| *option).collect();
    let tiny = "--population 4 --games 2 --depth 1 --generations 1";
    let arguments = format!("--preset evolution07 {tiny} {}", options.join(" "));
    output(&arguments, folder.path());
    let text = fs::read_to_string(folder.path().join("settings.json")).unwrap();
    let settings: serde_json::Value = serde_json::from_str(&text).unwrap();
    for (option, group, name, expected) in OPTIONS {
        let group = settings.get(group).unwrap_or(&settings);
        assert_eq!(group[name].to_string(), expected, "{option}");
    }
}

#[test]
fn the_best_network_plays_matches() {
    let folder = TempDir::new().unwrap();
    output(&format!("{TINY} --generations 1"), folder.path());
    let path = folder.path().join("generation-001.json");
    let player = format!("minimax:2:network:{}", path.display());
    let play = |variant: &str, player: &str| {
        let engines = [
            "--engine",
            player,
            "--engine",
            "minimax:2:basic",
            "--games",
            "4",
        ];
        run(kamen("match").arg(variant).args(engines))
    };
    let (status, out, errors) = play("czech", &player);
    assert_eq!(status, Some(0), "{errors}");
    assert!(
        out.contains(&player) && out.contains("czech, pair, 4 games"),
        "{out}"
    );
    let refused = |variant, player: &str, expected: &str| {
        let (status, _, errors) = play(variant, player);
        let is_named = errors.contains("--engine number 1: cannot use ")
            && errors.contains("generation-001.json");
        assert!(
            status == Some(2) && is_named && errors.contains(expected),
            "{errors}"
        );
    };
    refused("pool", &player, "found a network of czech, expected pool");
    refused("czech", &format!("{player}.gz"), "there is no such file");
    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, &text[..500]).unwrap();
    refused("czech", &player, "found no whole network of kamen");
}

#[test]
fn a_killed_evolution_goes_on_to_the_same_networks() {
    let folder = TempDir::new().unwrap();
    let [whole, killed] = ["whole", "killed"].map(|name| folder.path().join(name));
    let arguments = "--variant english --population 6 --games 20 --depth 2 --generations 6";
    output(arguments, &whole);
    for _ in 0..3 {
        let mut command = evolve(arguments, &killed);
        kill_after(&mut command, Duration::from_millis(100));
    }
    output(arguments, &killed);
    let left = |(name, _): &(String, Vec<u8>)| !name.ends_with(".part");
    let found: Vec<_> = files(&killed, "").into_iter().filter(left).collect();
    assert!(found == files(&whole, ""));
    assert!(EvolvedNetwork::read(&killed.join("generation-006.json")).is_ok());
}

#[test]
fn what_does_not_fit_is_refused() {
    let folder = TempDir::new().unwrap();
    let dir = folder.path().join("czech");
    output(&format!("{TINY} --generations 1"), &dir);
    let before = files(&dir, "");
    let file = folder.path().join("file");
    fs::write(&file, "something else").unwrap();
    let cases = [
        (
            "--variant english --generations 1 --population 4 --games 2 --depth 1",
            &dir,
            2,
            "variant was \"czech\", now it is \"english\"",
        ),
        (
            "--variant czech --generations 2 --population 5 --games 2 --depth 1",
            &dir,
            2,
            "population was 4, now it is 5",
        ),
        ("--variant czech --generations 1", &file, 2, "cannot use"),
        ("--variant czech --generations 0", &dir, 2, "1..=100000"),
        (
            "--variant czech --generations 1 --population 1",
            &dir,
            2,
            "2..=10000",
        ),
        (
            "--variant czech --generations 1 --neurons 1025",
            &dir,
            2,
            "1..=1024",
        ),
        (
            "--variant czech --generations 1 --depth 31",
            &dir,
            2,
            "1..=30",
        ),
        ("--variant czech", &dir, 2, "--generations"),
    ];
    for (arguments, dir, status, expected) in cases {
        let errors = fail(&mut evolve(arguments, dir), status);
        assert!(errors.contains(expected), "{arguments}: {errors}");
    }
    assert!(files(&dir, "") == before);
    let checkpoint = dir.join("checkpoint.json");
    fs::write(&checkpoint, "{}").unwrap();
    let errors = fail(&mut evolve(&format!("{TINY} --generations 2"), &dir), 1);
    assert!(
        errors.contains("checkpoint.json: found no whole checkpoint of kamen"),
        "{errors}"
    );
    assert_eq!(fs::read_to_string(checkpoint).unwrap(), "{}");
}

#[cfg(unix)]
#[test]
fn the_first_signal_ends_it_in_order() {
    let folder = TempDir::new().unwrap();
    let first = folder.path().join("generation-001.json");
    let long = "--variant english --generations 100000 --population 3 --games 10";
    let mut command = evolve(long, folder.path());
    let (status, out, errors) = interrupt(&mut command, || first.exists());
    assert_eq!(status, Some(1), "{errors}");
    let next = out.lines().count() + 1;
    let expected =
        format!("stopped in generation {next}; the same command resumes with its first game");
    assert!(errors.contains(&expected), "{errors}");
}
