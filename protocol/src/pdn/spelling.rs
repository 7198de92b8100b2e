//! Words in the signs of other keyboards, programs and pages. Begin with [`respell`].

use std::io::{self, Read};

use super::cursor::Cursor;
use super::prose::is_move;
use super::slip::SlipKind;
use super::{GameResult, Place};
use crate::square::file_of;
use crate::text::{is_dash, is_space};
use crate::{MoveText, SquareName};

/// The longest word that is looked at, in characters.
const MAX_WORD: usize = 80;
/// The longest name of an entity of HTML, with its signs, in characters.
const MAX_ENTITY: usize = 10;
/// Letters and figures for a king, before or behind a move.
const KINGS: [&str; 12] = [
    "K", "D", "Q", "Д", "д", "кр.", "Кр.", "кр", "Кр", "★", "⛁", "⛃",
];
/// What a dash or a multiplication sign becomes where UTF-8 was taken for Windows-1252.
const GARBLED: [(&str, &str); 5] = [
    ("â€“", "-"),
    ("â€”", "-"),
    ("â€‘", "-"),
    ("Ã—", "x"),
    ("Â½", "½"),
];

/// Puts the word that begins here into plain signs, if it is a move, a number or a result then and was none as it
/// stood: `３２－２８`, `28*19`, `32&ndash;28`, `11→15`, `Kc1-d2`, `32-2819-23`, `ц3-д4`, `1:32-28`.
pub(super) fn respell<R: Read>(cursor: &mut Cursor<R>, place: Place) -> io::Result<bool> {
    cursor.source.peek(MAX_WORD)?;
    if !is_odd(cursor.source.window()) {
        return Ok(false);
    }
    let (text, length) = whole_word(cursor)?;
    let written = cursor.text(0, length)?;
    let is_as_written = text == written && !text.contains('\u{ad}');
    if is_as_written && is_play(&text) {
        return Ok(false);
    }
    let Some(meant) = plain(&text).filter(|meant| *meant != written) else {
        return Ok(false);
    };
    cursor.slip(SlipKind::Spelling, place, &written);
    cursor.source.replace(length, meant.as_bytes(), &written);
    Ok(true)
}

/// Whether the first word has a character that moves and numbers in plain signs do not have, or more digits or signs
/// in a row than they have, or two squares, or signs of both kinds.
fn is_odd(window: &[u8]) -> bool {
    let word = window.iter().take(MAX_WORD);
    let mut word = word.take_while(|byte| !byte.is_ascii_whitespace());
    let (mut digits, mut before) = (0, b' ');
    let (mut dashes, mut crosses) = (false, false);
    word.any(|&byte| {
        digits = if byte.is_ascii_digit() { digits + 1 } else { 0 };
        let is_sign = |byte| matches!(byte, b'-' | b'x' | b':');
        let is_doubled = is_sign(byte) && is_sign(before)
            || before.is_ascii_digit() && matches!(byte, b'a'..=b'j');
        before = byte;
        dashes |= byte == b'-';
        crosses |= matches!(byte, b'x' | b':');
        let is_usual = matches!(byte, b'0'..=b'9' | b'a'..=b'j' | b'-' | b'x' | b':' | b'.');
        !is_usual || is_doubled || digits > 3 || dashes && crosses
    })
}

/// The word here as it is read, entities as their characters, and its length in bytes.
fn whole_word<R: Read>(cursor: &mut Cursor<R>) -> io::Result<(String, usize)> {
    let (mut text, mut end, mut count) = (String::new(), 0, 0);
    while let Some((c, length)) = cursor.char_at(end)? {
        let (c, length) = match c {
            '&' => match entity(cursor, end)? {
                Some(found) => found,
                None => break,
            },
            other => (other, length),
        };
        let is_visible = !is_space(c) || is_without_width(c) || c == '\u{ad}';
        let ends = c.is_whitespace() || c.is_control() || "(){}[];\"<".contains(c);
        if ends || !is_visible || count > MAX_WORD {
            break;
        }
        text.push(c);
        end += length;
        count += 1;
    }
    Ok((text, end))
}

/// The character of an entity of HTML, and its length in the file.
fn entity<R: Read>(cursor: &mut Cursor<R>, at: usize) -> io::Result<Option<(char, usize)>> {
    cursor.source.peek(at + MAX_ENTITY)?;
    let bytes = cursor.source.window().get(at..).unwrap_or_default();
    let name = bytes.iter().take(MAX_ENTITY).position(|&byte| byte == b';');
    let name = name.and_then(|end| bytes.get(1..end));
    let Some(name) = name.and_then(|name| std::str::from_utf8(name).ok()) else {
        return Ok(None);
    };
    let number = name
        .strip_prefix('#')
        .and_then(|number| match number.strip_prefix(['x', 'X']) {
            Some(hex) => u32::from_str_radix(hex, 16).ok(),
            None => number.parse().ok(),
        });
    let c = match name {
        "ndash" | "mdash" | "minus" | "hyphen" | "dash" => Some('-'),
        "times" => Some('×'),
        "rarr" => Some('→'),
        "gt" => Some('>'),
        "frac12" | "half" => Some('½'),
        "shy" => Some('\u{ad}'),
        "zwnj" | "zwj" | "lrm" | "rlm" => Some('\u{200b}'),
        _ => number.and_then(char::from_u32),
    };
    Ok(c.map(|c| (c, name.len() + 2)))
}

fn is_without_width(c: char) -> bool {
    matches!(
        c,
        '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}' | '\u{fe00}'..='\u{fe0f}'
    )
}

/// Whether a word is a number, a move with or without one, or a result, possibly with marks.
fn is_play(text: &str) -> bool {
    if GameResult::parse(text).is_some() {
        return true;
    }
    let behind = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let bare = match behind.strip_prefix(['.', ')']) {
        Some(rest) if behind.len() < text.len() => rest.trim_start_matches('.'),
        _ => text,
    };
    let is_mark = |c: char| matches!(c, '!' | '?' | '.' | ',' | '*' | '+' | '=' | '#');
    let bare = bare.trim_end_matches(is_mark);
    let is_number = bare.is_empty() && behind.len() < text.len();
    is_number || bare.split(' ').all(is_move) || GameResult::parse(bare).is_some()
}

/// A word in plain signs, if it means something then.
fn plain(text: &str) -> Option<String> {
    let plain = in_plain_signs(text);
    let ways: [fn(&str) -> Option<String>; 8] = [
        |text| Some(text.to_owned()),
        |text| Some(undoubled(text)),
        without_king,
        |text| Some(in_digits(text)),
        apart,
        between_two,
        |text| apart(&undoubled(text)),
        transliterated,
    ];
    let mut meant = ways.iter().filter_map(|way| way(&plain));
    let meant = meant.find(|meant| is_play(meant));
    // A star behind a move is no cross.
    let meant = meant.or_else(|| numbered(&plain).filter(|_| !text.contains('*')))?;
    in_ascii(&meant)
}

/// A word with the signs and letters of print that the standard has in ASCII; `None` if there are others.
fn in_ascii(text: &str) -> Option<String> {
    let mut ascii = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            c if c.is_ascii() => ascii.push(c),
            '½' => ascii.push_str("1/2"),
            '…' => ascii.push_str("..."),
            'х' | 'Х' | '×' | '✕' | '✖' | '⨯' => ascii.push('x'),
            '∶' => ascii.push(':'),
            c if is_dash(c) => ascii.push('-'),
            c => ascii.push(char::from(b'a' + file_of(c)?)),
        }
    }
    Some(ascii)
}

/// A word with other signs for the dash and the cross, and wide characters, in those of the standard.
fn in_plain_signs(text: &str) -> String {
    let mut text = text.to_owned();
    for (garbled, sign) in GARBLED {
        text = text.replace(garbled, sign);
    }
    let chars: Vec<char> = text.chars().filter(|&c| !is_without_width(c)).collect();
    let mut plain = String::with_capacity(text.len());
    for (at, &c) in chars.iter().enumerate() {
        let before = at.checked_sub(1).and_then(|at| chars.get(at));
        let is_between = [before, chars.get(at + 1)]
            .into_iter()
            .all(|beside| beside.is_some_and(|c| c.is_alphanumeric()));
        match c {
            '\u{ff01}'..='\u{ff5e}' => {
                plain.extend(char::from_u32(u32::from(c) - 0xfee0));
            }
            '\u{ad}' if is_between => plain.push('-'),
            '\u{ad}' => {}
            '>' if matches!(before, Some('-' | '=')) => {
                plain.pop();
                plain.push('-');
            }
            '>' | '→' | '➔' | '➜' | '⇒' | '⟶' | '_' | '⁃' | '⁻' | 'ー' | '·' | '⋅' | '∙' | '•'
                if is_between || before == Some(&'-') =>
            {
                plain.push('-');
            }
            '*' if is_between => plain.push('x'),
            '✗' | '✘' | '⨉' => plain.push('x'),
            '․' | '。' | '｡' => plain.push('.'),
            '⁄' | '∕' => plain.push('/'),
            '‼' => plain.push_str("!!"),
            '⁇' => plain.push_str("??"),
            '⁈' | '‽' => plain.push_str("?!"),
            '⁉' => plain.push_str("!?"),
            'ǃ' => plain.push('!'),
            c => plain.push(c),
        }
    }
    plain
}

/// A word with each run of signs as one: a cross, if there is one in it.
fn undoubled(text: &str) -> String {
    let mut single = String::with_capacity(text.len());
    for c in text.chars() {
        let is_cross = matches!(c, 'x' | 'X' | ':' | '×');
        let is_sign = |c: char| is_dash(c) || matches!(c, 'x' | 'X' | ':' | '×');
        match single.chars().next_back() {
            Some(last) if is_sign(last) && is_sign(c) => {
                if is_cross {
                    single.pop();
                    single.push(c);
                }
            }
            _ => single.push(c),
        }
    }
    single
}

/// A move of whole squares with letters, without the sign for a king before or behind it.
fn without_king(text: &str) -> Option<String> {
    let is_lettered = |rest: &&str| {
        let whole = |square: &SquareName| square.is_letters() && !square.is_file();
        MoveText::parse(rest).is_ok_and(|read| read.squares.iter().all(whole))
    };
    let mut bare = KINGS.iter().filter_map(|king| {
        let before = text
            .strip_prefix(king)
            .map(|rest| rest.trim_start_matches(':'));
        let behind = || {
            text.strip_suffix(king)
                .map(|rest| rest.trim_end_matches('='))
        };
        before
            .filter(is_lettered)
            .or_else(|| behind().filter(is_lettered))
    });
    bare.next().map(str::to_owned)
}

/// A word of digits and signs that has letters which look like a 1 or a 0.
fn in_digits(text: &str) -> String {
    let is_of_number =
        |c: char| c.is_ascii_digit() || matches!(c, 'l' | 'I' | 'O' | 'o' | '-' | 'x' | ':' | '.');
    if !text.contains(|c: char| c.is_ascii_digit()) || !text.chars().all(is_of_number) {
        return text.to_owned();
    }
    let digit = |c: char| match c {
        'l' | 'I' => '1',
        'O' | 'o' => '0',
        c => c,
    };
    text.chars().map(digit).collect()
}

/// A word with the letters of squares as Russian has them for those of the Latin alphabet: `ц3-д4`, `г7хх6`. A `х` is a file
/// between a sign and a number, otherwise the sign of captures.
fn transliterated(text: &str) -> Option<String> {
    let chars: Vec<char> = text.chars().collect();
    let is_of_square = |c: char| c.is_alphanumeric();
    let letter = |(at, &c): (usize, &char)| {
        let before = at.checked_sub(1).and_then(|at| chars.get(at)).copied();
        let is_file = chars.get(at + 1).is_some_and(char::is_ascii_digit)
            && before.is_none_or(|c| !is_of_square(c) || matches!(c, 'х' | 'Х' | 'x' | 'X'));
        match c {
            'а' | 'А' => 'a',
            'б' | 'Б' | 'в' | 'В' => 'b',
            'ц' | 'Ц' | 'с' | 'С' => 'c',
            'д' | 'Д' => 'd',
            'е' | 'Е' => 'e',
            'ф' | 'Ф' => 'f',
            'г' | 'Г' => 'g',
            'х' | 'Х' if is_file => 'h',
            other => other,
        }
    };
    let latin: String = chars.iter().enumerate().map(letter).collect();
    (latin != text).then_some(latin)
}

/// A move behind its number and another sign than a dot, `1:32-28`, `1/33-29`: the whole would be no move.
fn numbered(text: &str) -> Option<String> {
    let (number, rest) = text.split_once([':', ',', '/', '-'])?;
    let is_number = (1..=3).contains(&number.len()) && number.bytes().all(|b| b.is_ascii_digit());
    let has_signs_or_letters =
        rest.contains(['-', 'x', ':']) || rest.starts_with(char::is_alphabetic);
    (is_number && has_signs_or_letters && is_play(rest) && GameResult::parse(rest).is_none())
        .then(|| format!("{number}.{rest}"))
}

/// Moves that stand directly behind each other, `32-2819-23`, with a blank between them: four digits between two signs
/// are two squares, and so are two of letters.
fn apart(text: &str) -> Option<String> {
    lettered_apart(text).or_else(|| numbered_apart(text))
}

/// `c3-d4d6-c5` with a blank in it.
fn lettered_apart(text: &str) -> Option<String> {
    if !text.contains(|c: char| is_dash(c) || matches!(c, 'x' | ':' | '×')) {
        return None;
    }
    let mut parts = String::with_capacity(text.len() + 4);
    for c in text.chars() {
        let is_behind_square = parts.ends_with(|last: char| last.is_ascii_digit());
        if is_behind_square && file_of(c).is_some() {
            parts.push(' ');
        }
        parts.push(c);
    }
    (parts != text).then_some(parts)
}

/// `32-2819-23` with a blank in it.
fn numbered_apart(text: &str) -> Option<String> {
    let mut parts = String::with_capacity(text.len() + 4);
    let mut rest = text;
    let mut is_parted = false;
    while let Some(start) = rest.find(|c: char| c.is_ascii_digit()) {
        let (before, number) = rest.split_at_checked(start)?;
        let end = number.find(|c: char| !c.is_ascii_digit());
        let (digits, behind) = number.split_at_checked(end.unwrap_or(number.len()))?;
        parts.push_str(before);
        if digits.len() == 4 && !parts.is_empty() && !behind.is_empty() {
            let (first, second) = digits.split_at_checked(2)?;
            parts.push_str(first);
            parts.push(' ');
            parts.push_str(second);
            is_parted = true;
        } else {
            parts.push_str(digits);
        }
        rest = behind;
    }
    parts.push_str(rest);
    is_parted.then_some(parts)
}

/// Two squares with another sign between them, `c3/d4`, `11=15`: `11/15` may be a date, `11,5` and `11.15` numbers; the
/// first squares of a board make no move.
fn between_two(text: &str) -> Option<String> {
    let (from, to) = text.split_once(['/', ',', '=', '.'])?;
    let squares = [SquareName::parse(from).ok()?, SquareName::parse(to).ok()?];
    let is_lettered = squares.iter().all(|square| square.is_letters());
    let is_far = |square: &SquareName| *square > SquareName::Number(2);
    let is_move = is_lettered || text.contains('=') && squares.iter().any(is_far);
    is_move.then(|| format!("{from}-{to}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_put_into_plain_signs() {
        let cases = [
            ("３２-２８", Some("32-28")),
            ("１．３２－２８", Some("1.32-28")),
            ("28*19", Some("28x19")),
            ("28*19*10", Some("28x19x10")),
            ("11→15", Some("11-15")),
            ("11->15", Some("11-15")),
            ("8=>11", Some("8-11")),
            ("11~15", None),
            ("11_15", Some("11-15")),
            ("11/15", None),
            ("c3/d4", Some("c3-d4")),
            ("11=15", Some("11-15")),
            ("11.15", None),
            ("c3d4d6c5", None),
            ("11\u{ad}15", Some("11-15")),
            ("24\u{ad}-20", Some("24-20")),
            ("11-\u{200b}15", Some("11-15")),
            ("28xx19", Some("28x19")),
            ("28-x19", Some("28x19")),
            ("8---11", Some("8-11")),
            ("28x1914x23", Some("28x19 14x23")),
            ("32-28\u{200b}19-23", Some("32-28 19-23")),
            ("28xl9", Some("28x19")),
            ("1O-14", Some("10-14")),
            ("2-O", Some("2-0")),
            ("Kc1-d2", Some("c1-d2")),
            ("Дc1:e3", Some("c1:e3")),
            ("c7-d8=K", Some("c7-d8")),
            ("c7-d8кр", Some("c7-d8")),
            ("32â€“28", Some("32-28")),
            ("14x23‼", Some("14x23!!")),
            ("1․", Some("1.")),
            ("1․32–28", Some("1.32-28")),
            ("c3-d4d6-c5", Some("c3-d4 d6-c5")),
            ("c3.d4", Some("c3-d4")),
            ("½½", None),
            ("ц3-д4", Some("c3-d4")),
            ("с3-д4", Some("c3-d4")),
            ("г7хе5", Some("g7xe5")),
            ("ф6хх8", Some("f6xh8")),
            ("х6-г5", Some("h6-g5")),
            ("д:ф6", Some("d:f6")),
            ("где-то", None),
            ("г5", None),
            ("1:32-28", Some("1.32-28")),
            ("1/33-29", Some("1.33-29")),
            ("2-28x19", Some("2.28x19")),
            ("1:33:29", None),
            ("37-3228", None),
            ("37-3228?", None),
            ("1:cd4", Some("1.cd4")),
            ("12/05/1998", None),
            ("1⁄2-1⁄2", Some("1/2-1/2")),
            // What means nothing, or more than one thing.
            ("24-20*2.", None),
            ("Kees", None),
            ("wo\u{200b}rd", None),
            ("d8кр", None),
        ];
        for (text, expected) in cases {
            let meant = plain(text).filter(|meant| meant != text);
            assert_eq!(meant.as_deref(), expected, "{text}");
        }
    }

    #[test]
    fn plain_words_are_left_as_they_are() {
        for text in [
            "32-28", "1.", "12...", "c3:e5:g7", "3228", "32–28", "cd4", "1-0", "½-½", "32-28*",
        ] {
            assert!(is_play(text), "{text}");
        }
    }
}
