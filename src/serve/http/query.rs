//! What stands behind the question mark of an address.

use std::fmt::Write;

/// Names and values, decoded.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Query(Vec<(String, String)>);

impl Query {
    /// Reads a query; `None` if it is not text.
    pub(crate) fn parse(text: &str) -> Option<Query> {
        let pairs = text.split('&').filter(|pair| !pair.is_empty());
        let read = |pair: &str| {
            let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
            Some((decode(name, true)?, decode(value, true)?))
        };
        pairs.map(read).collect::<Option<_>>().map(Query)
    }

    /// The value of a name; the first if it is there twice.
    pub(crate) fn get(&self, name: &str) -> Option<&str> {
        let mut pairs = self.0.iter();
        let (_, value) = pairs.find(|(found, _)| found == name)?;
        Some(value)
    }

    /// A name that is none of these.
    pub(crate) fn unknown(&self, known: &[&str]) -> Option<&str> {
        let mut names = self.0.iter().map(|(name, _)| name.as_str());
        names.find(|name| !known.contains(name))
    }
}

/// Encodes a value so that it can stand in an address or a cookie (RFC 3986, section 2.3: unreserved characters stay).
pub(crate) fn encode(text: &str) -> String {
    let mut encoded = String::with_capacity(text.len());
    for byte in text.bytes() {
        match byte {
            b'-' | b'_' | b'.' | b'~' => encoded.push(byte.into()),
            byte if byte.is_ascii_alphanumeric() => encoded.push(byte.into()),
            // Writing to a string does not fail.
            byte => _ = write!(encoded, "%{byte:02X}"),
        }
    }
    encoded
}

/// Decodes `%20`, and in a query `+`; `None` where that makes no text.
pub(super) fn decode(text: &str, is_query: bool) -> Option<String> {
    let mut bytes = text.bytes();
    let mut decoded = Vec::with_capacity(text.len());
    while let Some(byte) = bytes.next() {
        decoded.push(match byte {
            b'%' => {
                let mut digit = || char::from(bytes.next()?).to_digit(16);
                (digit()? * 16 + digit()?) as u8
            }
            b'+' if is_query => b' ',
            byte => byte,
        });
    }
    let text = String::from_utf8(decoded).ok()?;
    (!text.contains('\0')).then_some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn queries_are_decoded() {
        let query = Query::parse("fen=W%3AWa1&moves=c3-d4+d6-c5&&lines=3&flag&fen=again").unwrap();
        assert_eq!(query.get("fen"), Some("W:Wa1"));
        assert_eq!(query.get("moves"), Some("c3-d4 d6-c5"));
        assert_eq!(query.get("flag"), Some(""));
        assert_eq!(query.get("depth"), None);
        assert_eq!(query.unknown(&["fen", "moves", "lines"]), Some("flag"));
        for wrong in ["a=%", "a=%4", "a=%zz", "a=%ff", "a=%00", "%c3%28=1"] {
            assert_eq!(Query::parse(wrong), None, "{wrong}");
        }
        assert_eq!(decode("a+b%2B", false).as_deref(), Some("a+b+"));
        assert_eq!(encode("a b-_.~+%é"), "a%20b-_.~%2B%25%C3%A9");
        assert_eq!(
            decode(&encode("a b&=+é;"), true).as_deref(),
            Some("a b&=+é;")
        );
    }
}
