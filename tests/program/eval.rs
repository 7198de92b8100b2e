//! Evaluations explained: the parts add up, captures are carried out first, ends and faults are told.

use crate::command::{fail, kamen, output};
use kamen::Variant;
use serde_json::Value;

fn explained(words: &str) -> Value {
    let text = output(&mut kamen(&format!("eval {words} --json --nodes 500")));
    assert_eq!(text.lines().count(), 1, "{text}");
    serde_json::from_str(&text).unwrap()
}

fn sum(rows: &Value) -> i64 {
    let rows = rows.as_array().unwrap().iter();
    rows.map(|row| {
        let difference = row["difference"].as_i64().unwrap();
        if let (Some(white), Some(black)) = (row["white"].as_i64(), row["black"].as_i64()) {
            assert_eq!(white - black, difference, "{row}");
        }
        difference
    })
    .sum()
}

#[test]
fn rows_add_up_in_every_variant() {
    for variant in Variant::ALL {
        for weights in ["", " --weights hand-made", " --eval hand-made"] {
            let found = explained(&format!("{variant}{weights}"));
            let score = found["score"].as_i64().unwrap();
            assert_eq!(sum(&found["parts"]), score, "{variant}{weights}");
            assert_eq!(sum(&found["areas"]), score, "{variant}{weights}");
            let chances = found["search"]["wdl"].as_array().unwrap();
            let chances = chances.iter().map(|chance| chance.as_u64().unwrap());
            assert_eq!(chances.sum::<u64>(), 1000, "{variant}{weights}");
            let areas = found["areas"].as_array().unwrap().iter();
            let squares = areas.filter_map(|area| area["squares"][0].as_array());
            let squares = squares.map(Vec::len).sum::<usize>();
            assert_eq!(squares, variant.shape().squares, "{variant}{weights}");
            assert_eq!(found["search"]["nodes"], 500);
        }
    }
}

#[test]
fn what_is_told_is_of_the_position_after_the_captures() {
    let found = explained("czech --fen W:Wc3:Bd4,h8,g7");
    assert_eq!(found["captures"], "1. c3xe5");
    assert_eq!(found["explained"], "B:We5:Bg7,h8");
    let text = output(&mut kamen("eval czech --fen W:Wc3:Bd4,h8,g7 --nodes 500"));
    for part in [
        "FEN W:Wc3:Bd4,g7,h8, White to move\n",
        "A capture is due. Explained is the position after 1. c3xe5\n",
        "FEN B:We5:Bg7,h8, Black to move\n",
        "\nto move  ",
        "\ntop right e6-h8 ",
    ] {
        assert!(text.contains(part), "{part}\n{text}");
    }
    let quiet = output(&mut kamen("eval italian --nodes 500"));
    assert!(!quiet.contains("capture"), "{quiet}");
    assert!(quiet.contains("\ntop left 1-"), "{quiet}");
}

#[test]
fn a_game_that_is_over_is_explained_without_a_search() {
    let found = explained("english --fen B:W18:B");
    assert_eq!(found["search"], Value::Null);
    assert_eq!(found["over"], "White wins: Black cannot move");
    assert_eq!(sum(&found["areas"]), found["score"].as_i64().unwrap());
    let giveaway = explained("losing --fen W:W:B18");
    assert_eq!(giveaway["over"], "White wins, having no move left");
    let text = output(&mut kamen("eval breakthrough --fen B:WK1:B20"));
    assert!(
        text.contains("White wins with the first king. What follows"),
        "{text}"
    );
    assert!(!text.contains("Search"), "{text}");
}

#[test]
fn bad_arguments_are_explained() {
    for (words, expected) in [
        ("chess", "invalid value 'chess'"),
        ("czech --fen nonsense", "expected"),
        ("czech --nodes 0", "0 is not in 1.."),
        ("czech --weights missing.weights", "missing.weights"),
        ("canadian --letters", "expected --numbers"),
        ("czech --letters --numbers", "cannot be used with"),
    ] {
        let errors = fail(&mut kamen(&format!("eval {words}")), 2);
        assert!(errors.contains(expected), "{words}: {errors}");
    }
}
