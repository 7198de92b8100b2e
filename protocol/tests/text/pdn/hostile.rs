//! PDN that is cut, endless, or no PDN at all.

use super::read;
use kamen_protocol::pdn::{Game, GameEnd, ReadError, Reader};
use proptest::prelude::*;
use std::io::{self, Read};

/// A file with everything in it.
const RICH: &str = "[Event \"é \\\"x\\\"\"]\r\n[FEN \"W:W31-50:B1-20\"]\r\n\r\n{start} 1. 32-28! $1 19-23 \
    (18-23 {a\nb} (20-25(?)) ) 2. 28x19 /FEN \"B::\"/ ... 1/2-1/2 {late}\n% remark\n1- 6 c3:e5 *\n";

#[test]
fn a_file_cut_anywhere_is_read_as_far_as_it_goes() {
    let whole = read(RICH.as_bytes());
    assert!(whole.len() == 2 && whole.iter().all(|read| read.faults.is_empty()));
    for end in 0..RICH.len() {
        let cut = read(&RICH.as_bytes()[..end]);
        assert!(cut.len() <= 2, "{end}");
        for (cut, whole) in cut.iter().zip(&whole) {
            let played = cut.game.main_line().zip(whole.game.main_line());
            let differ = played.filter(|(cut, whole)| cut.text != whole.text).count();
            assert!(differ <= 1, "{end}");
        }
    }
}

/// A stream that gives a few bytes at a time.
struct Slow<'a>(&'a [u8], usize);

impl Read for Slow<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = buffer.len().min(self.1);
        self.0.read(&mut buffer[..length])
    }
}

#[test]
fn the_error_of_a_stream_ends_it() {
    struct Broken;
    impl Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::Error::other("no more"))
        }
    }
    // Somewhat more is looked at than the game at hand.
    let begun = format!("1-6 *\n[Event \"x\"]\n{}", "1-7 ".repeat(20_000));
    let input = begun.as_bytes().chain(Broken);
    let mut games = Reader::new(input);
    let first = games.next().unwrap().unwrap();
    assert_eq!(first.end, Some(GameEnd::Asterisk));
    let rest: Vec<_> = games.map(|item| item.unwrap_err().to_string()).collect();
    assert_eq!(rest, ["cannot read on: no more"]);
}

#[test]
fn a_game_has_a_limit_and_the_next_is_read() {
    let text = format!("{}\n[A \"2\"] 1-6 *", "1-6 ".repeat(300));
    let mut games = Reader::with_limit(text.as_bytes(), 1000);
    let Some(Err(ReadError::Faulty(first))) = games.next() else {
        panic!("too long a game");
    };
    assert_eq!(
        first.to_string(),
        "line 1, column 1005: found '1-6', expected the end of a game within 1000 bytes"
    );
    assert_eq!(first.game.main_line().count(), 251);
    assert_eq!(games.next().unwrap().unwrap().tag("A"), Some("2"));
    assert!(games.next().is_none());
}

#[test]
fn hostile_files_end_soon() {
    const BYTES: &[u8] = b"a1(.-!{[\"% \n\0\xff";
    let starts = [
        "{",
        "(",
        "[A \"",
        "[",
        "%",
        "/",
        "1. 32-28 ",
        "1-6 * {",
        "1-",
        "$",
        "\\",
    ];
    let short = starts.iter().map(|start| (*start, 1 << 17));
    let long = [("", 9 << 20), ("1-6 ", 9 << 20)];
    for (start, length) in short.chain(long) {
        let is_long = length > 1 << 17;
        for byte in BYTES.iter().step_by(if is_long { 4 } else { 1 }) {
            let input = start.as_bytes().chain(io::repeat(*byte).take(length));
            let found = read(input);
            let faults: usize = found.iter().map(|read| read.faults.len()).sum();
            assert!(found.len() <= 2 && faults <= 40, "{start} {byte}");
        }
    }
    // Deep variations neither fill the stack when they are read nor when they are dropped.
    let deep = "1-6 (".repeat(1_000_000);
    assert_eq!(read(deep.as_bytes()).len(), 1);
    let balanced = format!("{}{}", "1-6 (".repeat(90), "1-7 ) ".repeat(90));
    assert_eq!(read(balanced.as_bytes())[0].faults, []);
}

proptest! {
    #[test]
    fn any_bytes_are_survived(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        read(&bytes[..]);
    }

    /// Made of the pieces of PDN, so that all corners of the reader are met.
    #[test]
    fn any_tokens_give_the_same_in_any_portions(
        pieces in prop::collection::vec(
            prop::sample::select(vec![
                "[A \"", "\"]", "]", "{", "}", "(", ")", "1.", "2...", "32-28", "c3:e5", "1-1",
                "1/2-1/2", "*", " ", "\n", "\r\n", "$3", "!", "(?)", "/FEN \"", "\"/", "...", "-",
                "%", "é", "\u{a0}", "x", "1- ", "12 x", "\\", "½", "1:1", ";", "±", "=", "<42>", "2)", "7 ", "\\n",
                "“", "”]", "[A]", "and so ", "0.5", "+-", "<br>", "12-0", "[Result \"1-9\"]", "1-9", "…", "–",
            ]),
            0..60,
        ),
        portion in 1_usize..9,
    ) {
        let text = pieces.concat();
        let whole = read(text.as_bytes());
        prop_assert_eq!(&read(Slow(text.as_bytes(), portion)), &whole);
        // What could be read can be written, and is whole then.
        for read_game in whole.into_iter().filter(|read| read.game != Game::default()) {
            let mut game = read_game.game;
            game.end.get_or_insert(GameEnd::Asterisk);
            let written = game.to_string();
            let again = read(written.as_bytes());
            let is_empty = game.tags.is_empty() && game.body.is_empty();
            if !is_empty {
                prop_assert_eq!(&again[0].faults, &[], "{}", written);
                prop_assert_eq!(&again[0].game, &game, "{}", written);
            }
        }
    }
}
