//! The examples that `--help` shows come out: each is run by a shell, smaller where it would take long.

use crate::command::{Told, kamen, succeed};
use crate::shell::{script, shell, workplace};
use std::fs;
use std::path::Path;

/// What makes an example small, as text in place of other text.
const SMALLER: &[(&str, &str)] = &[
    (
        "frysk --generations 2",
        "frysk --generations 1 --games 20 --nodes 20 --match-games 2",
    ),
    (
        "russian --generations 4",
        "russian --generations 1 --games 20 --nodes 20 --match-games 2",
    ),
    ("perft czech 10", "perft czech 6"),
    ("perft international 9", "perft international 5"),
    (
        "perft frisian 9 --threads 8 --hash 1024",
        "perft frisian 5 --threads 8 --hash 8",
    ),
    ("perft english 8", "perft english 5"),
    ("perft turkish 6", "perft turkish 3"),
    ("perft russian 6 --against", "perft russian 3 --against"),
    ("--split 5", "--split 2"),
    (
        "analyze games.pdn --nodes 20000",
        "analyze games.pdn --nodes 100",
    ),
    ("--level 5..12 --nodes 100000", "--level 5..12 --nodes 100"),
    // The only game has no exercise, and an empty file is no PDN.
    ("-o exercises.pdn", "-o exercises.txt"),
    ("problems.pdn --nodes 1000000", "problems.pdn --nodes 1000"),
    ("tables make czech 4", "tables make czech 3"),
    (
        "czech.memory 6b3f02a1",
        "czech.memory $(kamen memory show czech.memory | head -n 1 | cut -c 1-8)",
    ),
    (
        "--positions 2000 --nodes 20000",
        "--positions 100 --nodes 20",
    ),
    ("--expand --time 60", "--expand --time 1"),
    (
        "book check czech.book --depth 8",
        "book check czech.book --depth 2",
    ),
    ("international 4 --dtw", "international 2 --dtw"),
    (
        "plan czech 4 > czech.mk && make -j 2 -f czech.mk",
        "plan czech 2 > czech.mk",
    ),
    // Where it is installed, tests/program/tables_plan.rs runs it.
    (
        "plan czech 4 --format snakefile > Snakefile && snakemake --cores 2",
        "plan czech 2 --format snakefile > Snakefile",
    ),
    ("perft killer 9", "perft killer 1"),
    ("bench --depth 8", "bench --depth 2"),
    ("trees czech --depth 8", "trees czech --depth 3"),
    ("trees english --depth 6", "trees english --depth 2"),
    (
        "tests/data/tactics/*.txt --time 1",
        "tests/data/tactics/thai.txt --time 0.001",
    ),
    ("--nodes 20000", "--nodes 20"),
    ("dir=/opt/scan param.book=false", "dir=."),
    (
        "--data *.games --lambda 0.9 --start old.weights",
        "--data czech.games --lambda 0.9 --start czech.weights",
    ),
    (
        "match czech --engine kamen depth=4 --engine kamen depth=6",
        "match czech --engine kamen depth=1 --engine kamen depth=2 --games 4",
    ),
    ("status.html --every 30", "status.html"),
    ("--engine kamen nodes=5000", "--engine kamen nodes=10"),
    (
        "--iterations 500",
        "--iterations 1 --pairs 1 --max-plies 20",
    ),
    (
        "movetime=0.05 --param contempt=0,-50,50,5",
        "nodes=10 --param exchanges=0,-20,20,5",
    ),
    (
        "--iterations 200 --pairs 8",
        "--iterations 1 --pairs 1 --max-plies 20",
    ),
    ("--moves --delay 0.5", "--moves --max-plies 20"),
    ("tc=10+0.1", "nodes=10 --max-plies 30"),
    ("--games 158", "--games 2"),
    (
        "--each movetime=0.1",
        "--each nodes=10 --max-plies 30 --games 2",
    ),
    (
        "--engine medium --engine kamen depth=5",
        "--engine easy --engine random --games 1 --max-plies 30",
    ),
    (
        "--games 1000 --random-plies 0",
        "--games 2 --random-plies 0",
    ),
    ("--games 1000 --nodes 1000", "--games 40 --nodes 20"),
    ("--games 50000 --nodes 3000", "--games 2 --nodes 20"),
    (
        "--hours 0.5",
        "--generations 1 --games 20 --nodes 20 --match-games 2",
    ),
    (
        "--hours 12 --games 20000 --nodes 1000",
        "--generations 1 --games 20 --nodes 20 --match-games 2",
    ),
    (
        "--generations 20 --seed 1",
        "--generations 1 --population 2 --games 2 --depth 1 --max-plies 20 --seed 1",
    ),
    (
        "--preset evolution01",
        "--preset evolution01 --generations 1 --population 2 --games 2 --depth 1",
    ),
    (
        "evolve english --generations 20",
        "evolve english --generations 1 --population 2 --games 2 --depth 1 --max-plies 20",
    ),
    (
        "td learn czech --games 10000 --shard",
        "td learn czech --games 4 --depth 1 --shard",
    ),
    (
        "--positions 20000 --nodes 100000",
        "--positions 120 --nodes 20",
    ),
    ("generation-020", "generation-001"),
    ("--max-plies 150 --games 1000", "--max-plies 20 --games 2"),
    (
        "university 4.1 4.5 --games 100",
        "university 4.1 4.5 --games 2 --depth 1",
    ),
    (
        "university --networks evolved --rated czech=w.cdb --journal",
        "university trees --journal",
    ),
    ("td tables czech", "td tables czech --depth 1 --against 1"),
    ("td graphs czech", "td graphs czech --depth 2 --games 1"),
    ("--depth 5 --games 100 --json", "--depth 1 --games 1 --json"),
    (
        "--games 100 --shared repeated.cdb",
        "--games 2 --shared repeated.cdb",
    ),
    (
        "td learn czech --games 10000 --depth 4",
        "td learn czech --games 4 --depth 1",
    ),
    (
        "--games 1000 --shared",
        "--games 4 --depth 1 --max-plies 60 --shared",
    ),
    (
        "--games 50 --depth 4 --black-depth 2",
        "--games 4 --depth 1 --black-depth 2",
    ),
    (
        "--engine minimax:4:simulated --games 100",
        "--engine minimax:4:simulated --games 2 --max-plies 20",
    ),
    (
        "--engine mcts:10000 --engine mcts:2000:rollout=eval --engine hard --games 100",
        "--engine mcts:10 --engine mcts:10:rollout=eval --engine easy --games 2 --max-plies 20",
    ),
];

/// Examples that wait for others: they are read, but not carried out.
const WAITING: [&str; 2] = ["kamen dxp", "kamen serve"];

/// What the examples find in their folder.
fn prepare(folder: &Path) {
    let program = env!("CARGO_BIN_EXE_kamen");
    let partner = format!(
        "while read -r fen depth; do\n  {program} perft russian $depth --fen \"$fen\" --divide --hub | \
         grep -v '^perft'\n  echo\ndone\n"
    );
    let hub = format!("exec {program} hub\n");
    script(&folder.join("scan"), &hub);
    script(&folder.join("old"), &hub);
    script(&folder.join("engine"), &hub);
    script(&folder.join("bin/python3"), &partner);
    script(&folder.join("bin/unzip"), "cat games.pdn\n");
    let texts = [
        (
            "my.perft",
            "variant czech\ncount unique\nid a\nfen W:W21:B1\nsource s\nperft 1 1\n",
        ),
        (
            "my.moves",
            "variant czech\nid a\nfen W:W21:B1\nmoves 21-17\n",
        ),
        ("my.txt", "czech W:Wc3,e3:Bf6 c3-d4\n"),
        (
            "games.pdn",
            "[White \"Anna\"] [GameType \"29\"] 1. c3-d4 b6-a5 2-0\n",
        ),
        ("ballots.txt", "32-28 19-23\n"),
        (
            "problems.pdn",
            "[GameType \"25\"] [Stipulation \"win\"] [FEN \"W:Wc3:Bd4\"] *\n",
        ),
        ("positions.txt", "W:Wc3:Bd4\n"),
    ];
    for (name, text) in texts {
        fs::write(folder.join(name), text).unwrap();
    }
    let remembered = "match czech --engine random --engine david:1:czech.memory --games 8 --quiet";
    succeed(kamen(remembered).current_dir(folder));
}

/// The names of the commands that a help text lists, in one list or in groups.
fn listed(help: &str) -> Vec<String> {
    let (lists, _) = help.split_once("\nOptions:\n").unwrap_or_default();
    let names = lists.lines().filter_map(|line| line.strip_prefix("  "));
    let names = names.filter_map(|line| line.split(' ').next());
    let names = names.filter(|name| name.starts_with(char::is_alphabetic) && *name != "help");
    names.map(str::to_owned).collect()
}

/// The words of a command and of all below it: of `""` all, `"perft"`, .., `"pdn check"`, .., `"selfplay"`, ...
fn commands(parent: &str) -> Vec<String> {
    let below = listed(&help(parent));
    let below = below.iter().map(|name| format!("{parent} {name}"));
    let below = below.flat_map(|name| commands(name.trim()));
    [parent.to_owned()].into_iter().chain(below).collect()
}

fn help(command: &str) -> String {
    succeed(&mut kamen(&format!("{command} --help"))).0
}

/// The command lines among the examples of a help text, without the remarks behind two blanks.
fn examples(help: &str) -> Vec<String> {
    let text = help.split_once("\nExample").map_or("", |(_, rest)| rest);
    let text = text.split("\n\n").next().unwrap_or_default();
    let joined = text.replace(" \\\n      ", " ");
    let lines = joined
        .lines()
        .skip(1)
        .filter_map(|line| line.strip_prefix("  "));
    let lines = lines.filter(|line| !line.starts_with(' '));
    let commands = lines.filter_map(|line| line.split("  ").next());
    commands.map(str::to_owned).collect()
}

#[test]
fn every_example_of_the_help_comes_out() {
    let folder = workplace();
    prepare(folder.path());
    let mut used = vec![false; SMALLER.len()];
    // Commands that others need the files of come before them in the list.
    for command in commands("") {
        let examples = examples(&help(&command));
        assert!(
            !examples.is_empty(),
            "kamen {command} --help has no example"
        );
        for example in examples {
            let mut line = example.clone();
            for ((long, short), used) in SMALLER.iter().zip(&mut used) {
                *used |= line.contains(long);
                line = line.replace(long, short);
            }
            if WAITING.iter().any(|waiting| line.starts_with(waiting)) {
                line += " --help";
            }
            let (status, out, errors): Told = crate::command::run(&mut shell(&line, folder.path()));
            assert_eq!(status, Some(0), "{example}, as\n{line}\n{out}{errors}");
        }
    }
    let idle = SMALLER.iter().zip(used).find(|(_, used)| !used);
    assert_eq!(idle, None, "no example has that");
}
