//! The parts shared by the two suite formats: keyword lines, and positions that begin with an `id`.

use super::error::SuiteError;

/// The parts shared by both kinds of position.
pub(super) trait Position {
    fn new(id: String, line: usize) -> Self;
    fn id(&self) -> &str;
    fn line(&self) -> usize;
    /// The required line that is missing, if any.
    fn missing(&self) -> Option<&'static str>;
}

/// A line that is neither empty nor a comment.
pub(super) struct Line<'a> {
    pub(super) number: usize,
    text: &'a str,
    pub(super) keyword: &'a str,
    pub(super) rest: &'a str,
}

pub(super) fn lines(text: &str) -> impl Iterator<Item = Line<'_>> {
    let numbered = (1..).zip(text.lines().map(str::trim));
    let used = numbered.filter(|(_, text)| !text.is_empty() && !text.starts_with('#'));
    used.map(|(number, text)| {
        let (keyword, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        Line {
            number,
            text,
            keyword,
            rest: rest.trim_start(),
        }
    })
}

impl<'a> Line<'a> {
    pub(super) fn error(&self, expected: &'static str) -> SuiteError {
        SuiteError {
            line: self.number,
            expected,
            found: self.text.to_owned(),
        }
    }

    pub(super) fn value(&self, expected: &'static str) -> Result<&'a str, SuiteError> {
        if self.rest.is_empty() {
            Err(self.error(expected))
        } else {
            Ok(self.rest)
        }
    }

    /// Sets a field that may occur once.
    pub(super) fn set(&self, field: &mut String) -> Result<(), SuiteError> {
        let value = self.value("a value after the keyword")?;
        if !field.is_empty() {
            return Err(self.error("this keyword only once"));
        }
        value.clone_into(field);
        Ok(())
    }

    pub(super) fn set_list(&self, field: &mut Vec<String>) -> Result<(), SuiteError> {
        let list = self.value("words after the keyword")?;
        if !field.is_empty() {
            return Err(self.error("this keyword only once"));
        }
        field.extend(list.split_whitespace().map(str::to_owned));
        Ok(())
    }
}

/// Adds a position, even with a faulty id, so that its lines are not attributed to the previous
/// position.
pub(super) fn begin<P: Position>(
    positions: &mut Vec<P>,
    line: &Line<'_>,
) -> Result<(), SuiteError> {
    let checked = line.value("a name after `id`").and_then(|id| {
        let used = positions.iter().any(|position| position.id() == id);
        if used {
            Err(line.error("an id that no other position has"))
        } else {
            Ok(id)
        }
    });
    let id = checked
        .as_ref()
        .map_or_else(|_| format!("line-{}", line.number), ToString::to_string);
    positions.push(P::new(id, line.number));
    checked.map(|_| ())
}

pub(super) fn current<'p, P>(
    positions: &'p mut [P],
    line: &Line<'_>,
) -> Result<&'p mut P, SuiteError> {
    positions
        .last_mut()
        .ok_or_else(|| line.error("an `id` line before this one"))
}

/// Runs the checks that need the whole file; drops incomplete positions.
pub(super) fn check_whole<P: Position>(
    text: &str,
    variant: &str,
    positions: &mut Vec<P>,
    errors: &mut Vec<SuiteError>,
) {
    if variant.is_empty() {
        errors.push(missing(text, "a `variant` line"));
    }
    positions.retain(|position| {
        let missing = position.missing();
        let found = format!("id {}", position.id());
        errors.extend(missing.map(|expected| SuiteError {
            line: position.line(),
            expected,
            found,
        }));
        missing.is_none()
    });
    errors.sort_by_key(|error| error.line);
}

/// The error for a line missing from the file.
pub(super) fn missing(text: &str, expected: &'static str) -> SuiteError {
    SuiteError {
        line: text.lines().count() + 1,
        expected,
        found: "end of file".to_owned(),
    }
}
