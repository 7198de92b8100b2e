//! What bytes of a file mean.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{IBM866, MACINTOSH, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252, X_MAC_CYRILLIC};
use oem_cp::code_table::DECODING_TABLE_CP_MAP;

/// How a file is encoded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Encoding(Table);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Table {
    /// One of the WHATWG Encoding Standard.
    Web(&'static encoding_rs::Encoding),
    /// A code page of DOS that the standard does not have.
    Dos(u16),
}

/// A name that is that of no known encoding.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "unknown encoding, expected a name such as utf-8, utf-16, windows-1251, ibm866, koi8-r, x-mac-cyrillic or cp852"
)]
pub struct UnknownEncoding;

impl FromStr for Encoding {
    type Err = UnknownEncoding;

    /// Any name of the WHATWG Encoding Standard, or the number of a code page of DOS, `cp850`.
    fn from_str(name: &str) -> Result<Self, UnknownEncoding> {
        if let Some(web) = encoding_rs::Encoding::for_label(name.trim().as_bytes()) {
            return Ok(Self(Table::Web(web)));
        }
        let name = name.trim().to_ascii_lowercase();
        let name = match name.as_str() {
            "utf16" => "utf-16",
            "mac" | "mac-roman" | "macroman" => "macintosh",
            "mac-cyrillic" | "maccyrillic" => "x-mac-cyrillic",
            "dos-cyrillic" => "ibm866",
            other => other,
        };
        if let Some(web) = encoding_rs::Encoding::for_label(name.as_bytes()) {
            return Ok(Self(Table::Web(web)));
        }
        let digits = name.trim_start_matches(|c: char| !c.is_ascii_digit());
        let page = digits.parse().map_err(|_| UnknownEncoding)?;
        let is_known = DECODING_TABLE_CP_MAP.contains_key(&page);
        let windows = format!("windows-{page}");
        match encoding_rs::Encoding::for_label(windows.as_bytes()) {
            Some(web) => Ok(Self(Table::Web(web))),
            None if is_known => Ok(Self(Table::Dos(page))),
            None => Err(UnknownEncoding),
        }
    }
}

impl fmt::Display for Encoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Table::Web(web) => f.write_str(web.name()),
            Table::Dos(page) => write!(f, "cp{page}"),
        }
    }
}

impl Encoding {
    /// UTF-8.
    pub const UTF_8: Self = Self(Table::Web(UTF_8));

    pub(super) const UTF_16_LITTLE: Self = Self(Table::Web(UTF_16LE));
    pub(super) const UTF_16_BIG: Self = Self(Table::Web(UTF_16BE));

    /// How its text becomes UTF-8, where that cannot be done byte by byte.
    pub(super) fn decoder(self) -> Option<encoding_rs::Decoder> {
        match self.0 {
            Table::Web(web) if !web.is_single_byte() && web != UTF_8 => {
                Some(web.new_decoder_with_bom_removal())
            }
            _ => None,
        }
    }

    /// The text of some bytes; what has no meaning becomes U+FFFD.
    pub(super) fn decode(self, bytes: &[u8]) -> Cow<'_, str> {
        match self.0 {
            Table::Web(web) => web.decode_without_bom_handling(bytes).0,
            Table::Dos(page) => match DECODING_TABLE_CP_MAP.get(&page) {
                Some(table) => Cow::Owned(table.decode_string_lossy(bytes)),
                None => String::from_utf8_lossy(bytes),
            },
        }
    }

    /// The encoding of bytes that are not UTF-8, as the words show it.
    pub(super) fn guess(bytes: &[u8]) -> Self {
        let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
        detector.feed(bytes, true);
        let guessed = detector.guess(None, Utf8Detection::Deny);
        // Each token is decoded by itself, so one character is one byte.
        let first = if guessed.is_single_byte() {
            guessed
        } else {
            WINDOWS_1252
        };
        let others = [
            Table::Web(WINDOWS_1252),
            Table::Web(X_MAC_CYRILLIC),
            Table::Web(IBM866),
            Table::Web(MACINTOSH),
            Table::Dos(850),
            Table::Dos(852),
        ];
        let first = Self(Table::Web(first));
        let mut best = (oddity(&first.decode(bytes)), first);
        for other in others.map(Self) {
            let odd = oddity(&other.decode(bytes));
            if odd < best.0 {
                best = (odd, other);
            }
        }
        best.1
    }
}

/// How much of a text is not as words are: capitals behind small letters, letters of two alphabets or
/// signs within a word, letters that are rare or stand alone.
fn oddity(text: &str) -> usize {
    let mut odd = 0;
    let mut before = ' ';
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        let next = chars.peek().copied().unwrap_or(' ');
        if !c.is_ascii() || !before.is_ascii() {
            let is_sign = !c.is_alphanumeric() && !c.is_whitespace() && !c.is_ascii();
            odd += usize::from(c == '\u{fffd}' || c.is_control());
            odd += usize::from(is_sign && before.is_alphabetic() && next.is_alphabetic());
            let is_alone = !before.is_alphabetic() && !next.is_alphabetic();
            odd += usize::from(c.is_alphabetic() && !c.is_ascii() && is_alone);
            odd += usize::from(is_accented(before) && is_accented(c));
            odd += usize::from(before.is_lowercase() && c.is_uppercase());
            let changes = is_cyrillic(before) != is_cyrillic(c);
            odd += usize::from(before.is_alphabetic() && c.is_alphabetic() && changes);
            odd += usize::from(is_cyrillic(c) && !is_common(c));
            odd += usize::from(matches!(
                c,
                '\u{2500}'..='\u{25ff}' | 'ª' | 'º' | '¬' | '¤' | '√' | '∞' | '≈'
            ));
        }
        before = c;
    }
    odd
}

/// A letter of a Latin alphabet that is not one of English; two of them in a row are rare.
const fn is_accented(c: char) -> bool {
    matches!(c, 'À'..='Ö' | 'Ø'..='ö' | 'ø'..='\u{24f}')
}

const fn is_cyrillic(c: char) -> bool {
    matches!(c, '\u{400}'..='\u{4ff}')
}

/// The letters of Russian, and those of Ukrainian and Belarusian.
const fn is_common(c: char) -> bool {
    matches!(
        c,
        'А'..='я' | 'Ё' | 'ё' | 'І' | 'і' | 'Ї' | 'ї' | 'Є' | 'є' | 'Ў' | 'ў' | 'Ґ' | 'ґ'
    )
}

/// The first character of some bytes, and its length, if they begin with UTF-8.
pub(super) fn first_of_utf8(bytes: &[u8]) -> Option<(char, usize)> {
    let bytes = bytes.get(..4).unwrap_or(bytes);
    let valid = match std::str::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) => std::str::from_utf8(bytes.get(..error.valid_up_to())?).ok()?,
    };
    let first = valid.chars().next()?;
    Some((first, first.len_utf8()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn encoded(text: &str, name: &str) -> Vec<u8> {
        let page = name.strip_prefix("cp").and_then(|page| page.parse().ok());
        match page.and_then(|page| oem_cp::code_table::ENCODING_TABLE_CP_MAP.get(&page)) {
            Some(table) => oem_cp::encode_string_checked(text, table).unwrap(),
            None => {
                let encoding = encoding_rs::Encoding::for_label(name.as_bytes()).unwrap();
                let (bytes, _, failed) = encoding.encode(text);
                assert!(!failed, "{text} in {name}");
                bytes.into_owned()
            }
        }
    }

    #[test]
    fn the_words_show_the_encoding() {
        let russian = [
            "[White \"Белые\"]",
            "[White \"Белые\"] [Black \"Чёрные\"]",
            "[White \"Чижов, А.\"] [Black \"Шварцман А.\"] [Event \"Чемпионат СССР\"]",
            "[White \"ИВАНОВ\"] [Black \"Петрова Мария\"]",
        ];
        let mut cases = Vec::new();
        for text in russian {
            for name in [
                "windows-1251",
                "ibm866",
                "koi8-u",
                "iso-8859-5",
                "x-mac-cyrillic",
            ] {
                cases.push((text, name));
            }
        }
        cases.extend([
            ("[White \"Berté, è\"]", "windows-1252"),
            ("[White \"Müller – “x”\"]", "windows-1252"),
            ("[White \"Dvořák, Jiří\"] [Black \"Novák\"]", "windows-1250"),
            ("[White \"Müller\"] [Black \"Renée\"]", "macintosh"),
            ("[White \"Müller\"] [Black \"Renée\"]", "cp850"),
            ("{40° ± 50 µ}", "windows-1252"),
        ]);
        for (text, name) in cases {
            let bytes = encoded(text, name);
            let guessed = Encoding::guess(&bytes);
            assert_eq!(guessed.decode(&bytes), text, "{name}, guessed {guessed}");
        }
    }

    #[test]
    fn encodings_have_many_names() {
        let cases = [
            ("UTF-8", "UTF-8"),
            ("utf-16", "UTF-16LE"),
            ("utf16", "UTF-16LE"),
            ("Windows-1251", "windows-1251"),
            ("cp1251", "windows-1251"),
            ("1251", "windows-1251"),
            ("latin1", "windows-1252"),
            ("cp866", "IBM866"),
            ("dos-cyrillic", "IBM866"),
            ("mac-cyrillic", "x-mac-cyrillic"),
            ("cp852", "cp852"),
            ("ibm437", "cp437"),
        ];
        for (name, expected) in cases {
            let found = name.parse::<Encoding>().map(|found| found.to_string());
            assert_eq!(found.as_deref(), Ok(expected), "{name}");
        }
        for name in ["", "klingon", "cp1", "99999999"] {
            assert_eq!(name.parse::<Encoding>(), Err(UnknownEncoding), "{name}");
        }
    }
}
