//! A request.

use super::Query;

/// A request, as far as it matters here.
#[derive(Clone, Debug, Default)]
pub(crate) struct Request {
    pub(crate) method: String,
    /// Decoded, from its first `/` on.
    pub(crate) path: String,
    pub(crate) query: Query,
    /// Names in small letters.
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: Vec<u8>,
    /// Whether the connection is to be used again.
    pub(crate) keeps_alive: bool,
}

impl Request {
    /// The value of a header, the first if it is there twice.
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.all(name).next()
    }

    /// All values of a header.
    pub(crate) fn all(&self, name: &str) -> impl Iterator<Item = &str> {
        let headers = self.headers.iter();
        headers.filter_map(move |(found, value)| (found == name).then_some(value.as_str()))
    }

    /// Whether a list of words in a header has this one, ignoring case.
    pub(crate) fn lists(&self, name: &str, word: &str) -> bool {
        let mut words = self.all(name).flat_map(|value| value.split(','));
        words.any(|found| found.trim().eq_ignore_ascii_case(word))
    }

    /// Whether the client holds a copy of what has this tag.
    pub(crate) fn holds(&self, tag: &str) -> bool {
        let mut held = self.all("if-none-match").flat_map(|value| value.split(','));
        held.any(|held| {
            let held = held.trim();
            held == "*" || held.strip_prefix("W/").unwrap_or(held) == tag
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_are_lists_of_words() {
        let headers = [
            ("connection", "keep-alive, Upgrade"),
            ("if-none-match", "\"a\", W/\"b\""),
        ];
        let request = Request {
            headers: headers
                .map(|(name, value)| (name.to_owned(), value.to_owned()))
                .into(),
            ..Request::default()
        };
        assert!(request.lists("connection", "upgrade") && !request.lists("connection", "up"));
        assert!(request.holds("\"a\"") && request.holds("\"b\"") && !request.holds("\"c\""));
    }
}
