//! What files are encoded in, and files that are no text.

use super::read;
use kamen_protocol::pdn::{Encoding, Game, ReadError, Reader};

const RUSSIAN: &str =
    "[White \"Белые\"]\n[Black \"Чёрные\"]\n[GameType \"25\"]\n1. c3-d4 {тихо} d6-c5 *\n";

/// A text in an encoding of one byte a character, by `code`.
fn bytes(text: &str, code: impl Fn(char) -> u8) -> Vec<u8> {
    text.chars()
        .map(|c| if c.is_ascii() { c as u8 } else { code(c) })
        .collect()
}

/// The letters from `А` to `я` in order, with places for the rest.
fn windows_1251(c: char) -> u8 {
    match c {
        'ё' => 0xb8,
        c => (c as u32 - 'А' as u32) as u8 + 0xc0,
    }
}

fn dos(c: char) -> u8 {
    match c as u32 - 'А' as u32 {
        _ if c == 'ё' => 0xf1,
        letter @ 0..48 => letter as u8 + 0x80,
        letter => letter as u8 - 48 + 0xe0,
    }
}

fn macintosh(c: char) -> u8 {
    match c as u32 - 'А' as u32 {
        _ if c == 'ё' => 0xde,
        _ if c == 'я' => 0xdf,
        letter @ 0..32 => letter as u8 + 0x80,
        letter => letter as u8 - 32 + 0xe0,
    }
}

fn utf_16(text: &str, mark: bool, order: fn(u16) -> [u8; 2]) -> Vec<u8> {
    let mark = mark.then_some(0xfeff);
    mark.into_iter()
        .chain(text.encode_utf16())
        .flat_map(order)
        .collect()
}

#[test]
fn names_are_read_in_many_encodings() {
    let cases: [(&str, Vec<u8>); 9] = [
        ("-", RUSSIAN.as_bytes().to_vec()),
        ("-", format!("\u{feff}{RUSSIAN}").into_bytes()),
        ("windows-1251", bytes(RUSSIAN, windows_1251)),
        ("IBM866", bytes(RUSSIAN, dos)),
        ("x-mac-cyrillic", bytes(RUSSIAN, macintosh)),
        ("UTF-16LE", utf_16(RUSSIAN, true, u16::to_le_bytes)),
        ("UTF-16BE", utf_16(RUSSIAN, true, u16::to_be_bytes)),
        ("UTF-16LE", utf_16(RUSSIAN, false, u16::to_le_bytes)),
        ("UTF-16BE", utf_16(RUSSIAN, false, u16::to_be_bytes)),
    ];
    let expected: Vec<Game> = Reader::new(RUSSIAN.as_bytes())
        .map(Result::unwrap)
        .collect();
    for (name, file) in cases {
        let mut reader = Reader::new(&file[..]);
        let games: Vec<Game> = reader.by_ref().map(Result::unwrap).collect();
        assert_eq!(games, expected, "{name}");
        let found = reader
            .encoding()
            .map_or("-".to_owned(), |encoding| encoding.to_string());
        assert_eq!(found, name);
    }
}

#[test]
fn an_encoding_may_be_named() {
    let cases: [(&str, &[u8], &str); 6] = [
        ("cp852", b"[White \"Dvo\xfd\xa0k\"] *", "Dvořák"),
        ("cp437", b"[White \"M\x81ller\"] *", "Müller"),
        ("windows-1250", b"[White \"Dvo\xf8\xe1k\"] *", "Dvořák"),
        ("koi8-r", b"[White \"\xf4\xc1\xcc\xd8\"] *", "Таль"),
        ("gb18030", b"[White \"\xce\xc4]\"] *", "文]"),
        ("utf-8", b"[White \"Bert\xe8\"] *", "Bert\u{fffd}"),
    ];
    for (name, text, expected) in cases {
        let encoding: Encoding = name.parse().unwrap();
        let mut games = Reader::with_encoding(text, Some(encoding));
        let game = games.next().unwrap().unwrap();
        assert_eq!(game.tag("White"), Some(expected), "{name}");
    }
}

#[test]
fn encodings_may_be_mixed() {
    let found =
        read(&b"[White \"Bert\xe8\"] {40\xb0} 1-6 \x96 1-7 *\n[White \"Bert\xc3\xa8\"] *"[..]);
    let names: Vec<_> = found.iter().map(|read| read.game.tag("white")).collect();
    assert_eq!(names, [Some("Bertè"); 2]);
    assert_eq!(found[0].game.slips.iter().next().unwrap().place.column, 27);
}

#[test]
fn other_files_are_named_and_refused() {
    let mut noise = b"1. 32-28 *".to_vec();
    noise.extend((0..4000_u32).map(|n| (n.wrapping_mul(2_654_435_761) >> 24) as u8));
    let cases: [(&[u8], &str); 9] = [
        (
            b"PK\x03\x04\x14\0\0\0",
            "found a ZIP archive, unpack it first",
        ),
        (b"\x1f\x8b\x08\0", "found a gzip archive, unpack it first"),
        (
            b"\x89PNG\r\n\x1a\n\0\0",
            "found a PNG picture, expected the text of games",
        ),
        (
            b"\xff\xd8\xff\xe0\0\x10JFIF",
            "found a JPEG picture, expected the text of games",
        ),
        (
            b"GIF89a\x01\0",
            "found a GIF picture, expected the text of games",
        ),
        (
            b"%PDF-1.7\n",
            "found a PDF document, expected the text of games",
        ),
        (
            b"7z\xbc\xaf\x27\x1c\0",
            "found a 7-Zip archive, unpack it first",
        ),
        (
            b"\xff\xfe\0\0[\0\0\0",
            "found text in UTF-32, convert it to UTF-8",
        ),
        (
            &noise,
            "found binary data at byte 11, expected the text of games",
        ),
    ];
    for (file, expected) in cases {
        let items: Vec<_> = Reader::new(file).collect();
        match &items[..] {
            [Err(ReadError::Io(error))] => assert_eq!(error.to_string(), expected),
            other => panic!("{expected}: {other:?}"),
        }
    }
    // Text may begin with the same letters, and have a stray zero.
    for text in [
        &b"BM 1. 32-28 *"[..],
        b"MZ\n1. 32-28 *",
        b"1. 32-28\0 *",
        b"1. 32-28 *\x1a",
    ] {
        let found = read(text);
        assert_eq!((found.len(), found[0].faults.len()), (1, 0));
    }
}
