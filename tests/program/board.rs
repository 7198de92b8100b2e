//! `kamen board`: positions as text and as pictures.

use crate::command::{fail, kamen_in, output};
use std::fs;

#[test]
fn a_board_is_drawn_as_text_or_picture() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("dir")).unwrap();
    let board = |arguments: &[&str]| kamen_in(folder.path(), &[&["board"], arguments].concat());
    let text = output(&mut board(&["italian", "W:WK32:B1"]));
    assert!(text.starts_with("  1 ⛂   .   .   .     4\n"), "{text}");
    assert!(text.ends_with(" 29   .   .   .   ⛁  32\n"), "{text}");
    assert_eq!(text, output(&mut board(&["italian", "--fen", "W:WK32:B1"])));
    let turned = output(&mut board(&["czech", "--turned"]));
    assert!(turned.ends_with("\n    h g f e d c b a\n"), "{turned}");
    assert_eq!(
        output(&mut board(&[
            "czech",
            "W:Wc3:Bd4",
            "--move",
            "c3xe5",
            "-o",
            "a.svg"
        ])),
        ""
    );
    let svg = fs::read_to_string(folder.path().join("a.svg")).unwrap();
    assert!(
        svg.contains("<title>czech, W:Wc3:Bd4</title>") && svg.contains("#1f6feb"),
        "{svg}"
    );
    for (arguments, expected) in [
        (&["chess"][..], "invalid value 'chess'"),
        (&["czech", "W:Wc9:B"], "no square c9"),
        (
            &["czech", "W:Wc3:Bd4", "--fen", "W:Wc3:B"],
            "cannot be used with",
        ),
        (&["czech", "--move", "c3-d4"], "--out"),
        (&["czech", "--move", "c3-d5", "-o", "b.svg"], "no square d5"),
        (
            &["czech", "--move", "c3-b2", "-o", "b.svg"],
            "illegal move 'c3-b2'",
        ),
        (
            &["czech", "-o", "absent/b.svg"],
            "there is no folder absent",
        ),
        (&["czech", "-o", "dir"], "it is a folder, expected a file"),
        (
            &["canadian", "--letters"],
            "the board of canadian has more files",
        ),
    ] {
        let errors = fail(&mut board(arguments), 2);
        assert!(errors.contains(expected), "{arguments:?}: {errors}");
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
}
