//! Bytes to text: UTF-8, otherwise Latin-1 as Windows has it.

use std::borrow::Cow;

/// What Windows-1252 has where Latin-1 has controls, 0x80 to 0x9f (WHATWG Encoding Standard, which
/// reads all text that calls itself Latin-1 so).
const WINDOWS: [char; 32] = [
    '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž', '\u{8f}',
    '\u{90}', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}', 'ž', 'Ÿ',
];

/// The text of some bytes of a file. Whatever is not UTF-8 is Latin-1, so there is always one.
pub(super) fn decode(bytes: &[u8]) -> Cow<'_, str> {
    match std::str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => Cow::Owned(bytes.iter().map(|&byte| latin(byte)).collect()),
    }
}

/// As [`decode`], of the beginning of a text: the last character may be cut.
pub(super) fn decode_start(bytes: &[u8]) -> Cow<'_, str> {
    match std::str::from_utf8(bytes) {
        Err(error) if error.error_len().is_none() => {
            decode(bytes.get(..error.valid_up_to()).unwrap_or_default())
        }
        _ => decode(bytes),
    }
}

fn latin(byte: u8) -> char {
    let windows = usize::from(byte).checked_sub(0x80);
    let special = windows.and_then(|index| WINDOWS.get(index));
    special.map_or(char::from(byte), |&c| c)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_encodings_are_read() {
        let cases: [(&[u8], &str); 5] = [
            (b"plain", "plain"),
            ("Сергей 40°".as_bytes(), "Сергей 40°"),
            (b"Bert\xe8 40\xb0", "Bertè 40°"),
            (b"\x93Open\x94 \x96 \x80", "“Open” – €"),
            (b"\xff\x81", "ÿ\u{81}"),
        ];
        for (bytes, text) in cases {
            assert_eq!(decode(bytes), text);
        }
    }

    #[test]
    fn a_character_that_is_cut_is_left_out() {
        let text = "a文";
        for (length, expected) in [(1, "a"), (2, "a"), (3, "a"), (4, "a文")] {
            assert_eq!(decode_start(&text.as_bytes()[..length]), expected);
        }
        assert_eq!(decode_start(b"\xe8b"), "èb");
    }
}
