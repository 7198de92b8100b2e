//! Files as programs and people write them: every command uses their games.

use crate::command::{fail, kamen_in, output, run};
use std::fs;
use std::path::Path;

/// A kind of slip: its name, a file, and the line of `kamen pdn check`.
type Kind<'a> = (&'a str, &'a str, &'a str);

/// Games of which the squares, the numbers or the variations are not as usual, without a fault.
const UNUSUAL: &[Kind<'_>] = &[
    (
        "a variation before its move",
        "[GameType \"20\"]\n1. 33-29 19-23 (2. 31-27 20-25) 2. 35-30 20-25 *\n",
        "1 game, 4 moves, 0 faults, 1 warning; international",
    ),
    (
        "a variation that fits nowhere",
        "[GameType \"20\"]\n1. 33-29 19-23 (34-1 loses) 2. 35-30 (...) 20-25 *\n",
        "1 game, 4 moves, 0 faults, 2 warnings; international",
    ),
    (
        "other signs between squares",
        "[GameType \"21\"]\n1. 11.15 24,20 2. 8 to 11 28 24 *\n",
        "1 game, 4 moves, 0 faults, 1 warning; english",
    ),
    (
        "brackets in and behind captures",
        "[GameType \"20\"]\n[FEN \"W:W32:B28,19,5\"]\n1. 32x(23)x14 5-10 *\n\n\
         [GameType \"20\"]\n[FEN \"W:WK47:B14,19,22,29,42\"]\n1. 47x36 (42,29,19,22) *\n",
        "2 games, 3 moves, 0 faults, 2 warnings; international",
    ),
    (
        "Russian letters",
        "[GameType \"25\"]\n1. ц3-д4 д6-ц5 2. б2-ц3 ф6-е5 3. д4:ф6 г7:е5 *\n",
        "1 game, 6 moves, 0 faults, 1 warning; russian",
    ),
    (
        "numbers with other signs",
        "[GameType \"20\"]\n1-33-29 19-23 2:35-30 20-25 3/40-35 14-19 *\n",
        "1 game, 6 moves, 0 faults, 2 warnings; international",
    ),
    (
        "points for the result",
        "[GameType \"20\"]\n1. 33-29 19-23 12-8\n\n[GameType \"20\"]\n1. 34-30 20-25 2-0\n",
        "2 games, 4 moves, 0 faults, 2 warnings; international",
    ),
    (
        "squares from 0",
        "[GameType \"21\"]\n1. 10-14 21-16 2. 14-17 22x13 3. 8x17 *\n",
        "1 game, 5 moves, 0 faults, 1 warning; english",
    ),
    (
        "a parenthesis around everything",
        "([GameType \"20\"]\n1. 33-29 19-23 *\n)\n",
        "1 game, 2 moves, 0 faults; international",
    ),
];

/// Files without a fault, whatever their slips.
const KINDS: &[Kind<'_>] = &[
    (
        "no end before the next tags",
        "[White \"A\"]\n[Result \"1-1\"]\n[GameType \"20\"]\n\n1. 32-28 19-23\n\n\
         [White \"B\"]\n[Result \"2-0\"]\n[GameType \"20\"]\n\n1. 31-27 20-25 2-0\n",
        "2 games, 4 moves, 0 faults, 1 warning; international",
    ),
    (
        "a dash for the result",
        "[Result \"-\"] [GameType \"20\"] 1.32-28 19-23 -\n\n[Result \"1-1\"] [GameType \"20\"] 1.31-27 20-25 1-1\n",
        "2 games, 4 moves, 0 faults, 1 warning; international",
    ),
    (
        "a GameType that the moves contradict",
        "[GameType \"20\"]\n1. g3-h4 b6-a5 2. e3-f4 d6-c5 *\n",
        "1 game, 4 moves, 0 faults, 1 warning; russian (guessed)",
    ),
    (
        "a tag Variant that the moves contradict",
        "[Variant \"international\"]\n1. g3-h4 b6-a5 2. e3-f4 d6-c5 *\n",
        "1 game, 4 moves, 0 faults, 1 warning; russian (guessed)",
    ),
    (
        "stars behind moves",
        "[GameType \"21\"] [Result \"*\"]\n1. 11-15 24-20* 2. 8-11 28-24* *\n",
        "1 game, 4 moves, 0 faults, 1 warning; english",
    ),
    (
        "a result around a comment",
        "[GameType \"21\"] 1. 11-15 24-20 1/2-1/2 {agreed} 1/2-1/2\n\n[GameType \"21\"] 1. 9-14 *\n",
        "2 games, 3 moves, 0 faults, 1 warning; english",
    ),
    (
        "a tag without a value",
        "[Empty]\n[GameType \"20\"]\n1. 32-28 19-23 *\n",
        "1 game, 2 moves, 0 faults, 1 warning; international",
    ),
    (
        "tags over several lines",
        "[\nEvent \"Club\"]\n[Site\n\"Hall\"]\n[GameType \"20\"]\n1. 32-28 19-23 *\n",
        "1 game, 2 moves, 0 faults; international",
    ),
    (
        "a tag without quotes",
        "[WhiteUrl example.org/2.jpg]\n[GameType \"20\"]\n1. 32-28 19-23 *\n",
        "1 game, 2 moves, 0 faults, 1 warning; international",
    ),
    (
        "curly quotes",
        "[Event “Club”]\n[GameType “29”]\n1. c3-b4 *\n",
        "1 game, 1 move, 0 faults, 1 warning; czech",
    ),
    (
        "escapes for line ends",
        "[Event \"Club\"]\\r\n[GameType \"20\"]\\r\n\\r\n1. 32-28 19-23 2. \\r\n28x19\\n*\n",
        "1 game, 3 moves, 0 faults, 1 warning; international",
    ),
    (
        "a comment behind a semicolon",
        "[GameType \"20\"]\n1. 32-28 19-23 ; an exchange\n2. 28x19 *\n",
        "1 game, 3 moves, 0 faults, 1 warning; international",
    ),
    (
        "words in parentheses",
        "[GameType \"21\"]\n1. 11-15 24-20 (the usual reply) 2. 8-11 28-24 *\n",
        "1 game, 4 moves, 0 faults, 1 warning; english",
    ),
    (
        "loose numbers",
        "[GameType \"20\"]\n1 32-28 19-23 2) 28x19 14x23 3 . 37-32 {x} 3.. 10-14 4. 41-37 {x} 4… 5-10 *\n",
        "1 game, 8 moves, 0 faults, 1 warning; international",
    ),
    (
        "results in other signs",
        "[GameType \"20\"] [Result \"1:1\"] 1. 32-28 1:1\n\n[GameType \"20\"] 1. 32-28 ½-½\n\n\
         [GameType \"20\"] 1. 32-28 0.5-0.5\n\n[GameType \"20\"]\n[Result \"1+ - 1-\"] *\n",
        "4 games, 3 moves, 0 faults, 3 warnings; international",
    ),
    (
        "a heading",
        "White - Black\nRound 1\n\n[GameType \"20\"]\n1. 32-28 19-23 *\n",
        "1 game, 2 moves, 0 faults, 1 warning; international",
    ),
    (
        "marks",
        "[GameType \"20\"] 1. 32-28± 19-23= 2. 28x19+- 14x23□ 3. 37-32 ∞ *\n",
        "1 game, 5 moves, 0 faults, 1 warning; international",
    ),
];

#[test]
fn no_game_is_lost_over_a_slip() {
    let folder = tempfile::tempdir().unwrap();
    for (name, text, expected) in KINDS.iter().chain(UNUSUAL) {
        fs::write(folder.path().join("a.pdn"), text).unwrap();
        let (status, out, errors) = run(&mut kamen_in(folder.path(), &["pdn", "check", "a.pdn"]));
        assert_eq!(
            (status, out),
            (Some(0), format!("a.pdn: {expected}\n")),
            "{name}: {errors}"
        );
        let count: usize = expected.split(' ').next().unwrap().parse().unwrap();
        // What is repaired has no slip left, and the same games.
        let (status, repaired, _) = run(&mut kamen_in(
            folder.path(),
            &["pdn", "convert", "--repair", "a.pdn"],
        ));
        assert_eq!(status, Some(0), "{name}");
        fs::write(folder.path().join("b.pdn"), &repaired).unwrap();
        let (status, out, errors) = run(&mut kamen_in(folder.path(), &["pdn", "check", "b.pdn"]));
        assert_eq!(
            (status, errors.as_str()),
            (Some(0), ""),
            "{name}: {repaired}"
        );
        let part = |line: &str| line.split(", ").take(2).collect::<Vec<_>>().join(", ");
        assert_eq!(part(&out), format!("b.pdn: {}", part(expected)), "{name}");
        assert_eq!(repaired.matches("[GameType \"").count(), count, "{name}");
        // And is repaired without another change.
        let (_, again, errors) = run(&mut kamen_in(
            folder.path(),
            &["pdn", "convert", "--repair", "b.pdn"],
        ));
        assert_eq!((again, errors.as_str()), (repaired, ""), "{name}");
    }
}

/// The commands that use games take those with slips.
#[test]
fn every_command_uses_games_with_slips() {
    let folder = tempfile::tempdir().unwrap();
    let text = "Club\n\n[White 'A'] [GameType “29”]\\n 1 c3-d4± b6-a5 2) d4-e5 f6xd4 1:0\n\
                [White \"B\"\n[Result \"½-½\"]\n[GameType 29]\n1. c3-d4* (so be it) f6-g5\n";
    fs::write(folder.path().join("a.pdn"), text).unwrap();
    let cases = [
        ("pdn stats a.pdn", "all           2"),
        ("pdn show a.pdn --game 2", "game 2, czech: B - ? 1/2-1/2"),
        ("pdn convert a.pdn", "1. c3-d4 $16 b6-a5 2. d4-e5 f6xd4 1-0"),
        ("analyze a.pdn --depth 1 --quiet", "[GameType \"29\"]"),
        (
            "book build czech --from a.pdn --min-games 1 -o a.book --nodes 10 --quiet",
            "2 games, 0 left out",
        ),
        (
            "match czech --engine random --engine random --openings a.pdn --opening-plies 2 --games 2 --quiet",
            "2 games",
        ),
    ];
    for (words, expected) in cases {
        let words: Vec<&str> = words.split(' ').collect();
        let (status, out, errors) = run(&mut kamen_in(folder.path(), &words));
        assert_eq!(status, Some(0), "{words:?}: {errors}");
        assert!(out.contains(expected), "{words:?}: {out}");
    }
}

#[test]
fn beginnings_are_kept_on_request() {
    let folder = tempfile::tempdir().unwrap();
    let text =
        "[GameType \"29\"] 1. c3-d4 b6-a5 2. a1-a2 a5-b4 1-0\n[GameType \"29\"] 1. g3-f4 0-1\n";
    fs::write(folder.path().join("a.pdn"), text).unwrap();
    let kept = |words: &str| {
        let words: Vec<&str> = words.split(' ').chain(["--keep-beginnings"]).collect();
        run(&mut kamen_in(folder.path(), &words))
    };
    let (status, out, errors) = kept("pdn convert a.pdn");
    assert_eq!(status, Some(0), "{errors}");
    let first = "1. c3-d4 b6-a5 {cannot be played: 2. a1-a2 a5-b4} 1-0\n";
    assert!(out.contains(first), "{out}");
    assert!(
        errors.starts_with("a.pdn: game 1: written up to line 1, column 35: "),
        "{errors}"
    );
    let (status, out, _) = kept("pdn stats a.pdn");
    assert!(
        status == Some(0) && out.contains("all           2"),
        "{out}"
    );
    let (status, out, _) =
        kept("book build czech --from a.pdn --min-games 1 -o a.book --nodes 10 --quiet");
    assert!(
        status == Some(0) && out.contains("2 games, 0 left out"),
        "{out}"
    );
    let (status, out, _) = kept("analyze a.pdn --depth 1 --quiet");
    assert!(
        status == Some(0) && out.contains("{cannot be\nplayed: 2. a1-a2 a5-b4} 1-0"),
        "{out}"
    );
    let errors = fail(
        &mut kamen_in(folder.path(), &["pdn", "convert", "a.pdn"]),
        1,
    );
    assert!(errors.contains("game 1"), "{errors}");
}

#[test]
fn names_are_written_in_utf_8() {
    let folder = tempfile::tempdir().unwrap();
    // "Белые" and "Новак" in windows-1251.
    let text = b"[White \"\xc1\xe5\xeb\xfb\xe5\"]\n[Black \"\xcd\xee\xe2\xe0\xea\"]\n[GameType \"25\"]\n1. c3-d4 *\n";
    fs::write(folder.path().join("a.pdn"), text).unwrap();
    let run = |words: &[&str]| output(&mut kamen_in(folder.path(), &[&["pdn"], words].concat()));
    let line = "a.pdn: 1 game, 1 move, 0 faults; russian; windows-1251\n";
    assert_eq!(run(&["check", "a.pdn"]), line);
    assert!(run(&["convert", "a.pdn"]).starts_with("[White \"Белые\"]\n[Black \"Новак\"]\n"));
    let latin = run(&["convert", "a.pdn", "--encoding", "latin1"]);
    assert!(latin.starts_with("[White \"Áåëûå\"]\n"), "{latin}");
    let errors = fail(
        &mut kamen_in(
            folder.path(),
            &["pdn", "check", "a.pdn", "--encoding", "klingon"],
        ),
        2,
    );
    assert!(errors.contains("unknown encoding"), "{errors}");
}

#[test]
fn double_games_are_left_out() {
    let folder = tempfile::tempdir().unwrap();
    let moves = "[GameType \"20\"] 1. 32-28 19-23 2. 28x19 14x23 1-1\n";
    let players = [
        ("Чижов А.", "Шварцман", "1990.05.01"),
        ("Alexei Tchizhov", "Schwarzman, A.", "1990.??.??"),
        ("Alexei Tchizhov", "Schwarzman, A.", "1991.05.01"),
        ("Alexei Tchizhov", "Baljakin", "1990.05.01"),
    ];
    let games = players.map(|(white, black, date)| {
        format!("[White \"{white}\"] [Black \"{black}\"] [Date \"{date}\"] {moves}")
    });
    fs::write(folder.path().join("a.pdn"), games.concat()).unwrap();
    let words = [
        "pdn", "convert", "a.pdn", "a.pdn", "--unique", "-o", "b.pdn",
    ];
    let (status, out, errors) = run(&mut kamen_in(folder.path(), &words));
    assert_eq!(
        (status, out.as_str()),
        (Some(0), "b.pdn: 3 games, 5 double left out\n")
    );
    assert!(
        errors.starts_with("a.pdn: game 2: left out, the same as a.pdn: game 1\n"),
        "{errors}"
    );
}

#[test]
fn other_files_are_refused_by_name() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.zip"), b"PK\x03\x04\x14\0\0\0").unwrap();
    fs::write(folder.path().join("a.png"), b"\x89PNG\r\n\x1a\n\0\0\0\x0d").unwrap();
    fs::write(folder.path().join("a.txt"), "Dear Anna,\nhow are you?\n").unwrap();
    let cases = [
        ("a.zip", 2, "a ZIP archive, unpack it first"),
        ("a.png", 2, "a PNG picture"),
        ("a.txt", 1, "found nothing, expected a game"),
    ];
    for (file, status, expected) in cases {
        let errors = fail(
            &mut kamen_in(folder.path(), &["pdn", "check", file]),
            status,
        );
        assert!(errors.contains(expected), "{file}: {errors}");
    }
    for words in [
        &["pdn", "convert"][..],
        &["pdn", "stats"],
        &["pdn", "show"],
        &["analyze"],
    ] {
        let errors = fail(
            &mut kamen_in(folder.path(), &[words, &["a.zip"]].concat()),
            2,
        );
        assert!(errors.contains("a ZIP archive"), "{words:?}: {errors}");
    }
}

/// A line of 100 MB, in any token, takes memory that depends on the largest game.
#[test]
fn an_endless_line_is_bounded() {
    let folder = tempfile::tempdir().unwrap();
    for (name, unit) in [
        ("words", "abc "),
        ("moves", "32-28 "),
        ("word", "abc"),
        ("tag", "[A x"),
    ] {
        let mut text = "[GameType \"20\"] 1. 32-28 ".to_owned();
        text += &unit.repeat((12 << 20) / unit.len());
        text += "\n\n[GameType \"20\"] 1. 31-27 *\n";
        let path: &Path = &folder.path().join("a.pdn");
        fs::write(path, text).unwrap();
        let (_, out, errors) = run(&mut kamen_in(
            folder.path(),
            &["pdn", "check", "--show", "3", "a.pdn"],
        ));
        assert!(
            out.starts_with("a.pdn: 2 games, "),
            "{name}: {out} {errors}"
        );
    }
}
