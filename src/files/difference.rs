//! What differs between two sets of settings.

use serde::Serialize;
use serde_json::Value;

/// The first field in which two structures differ: its name, `outer.inner` within a structure, and what `found` and
/// `expected` have there, as JSON.
///
/// # Errors
/// If one of them cannot be written as JSON.
pub fn first_difference<T: Serialize>(
    found: &T,
    expected: &T,
) -> serde_json::Result<Option<[String; 3]>> {
    let (found, expected) = (
        serde_json::to_value(found)?,
        serde_json::to_value(expected)?,
    );
    Ok(first_within("", &found, &expected))
}

/// The same within a field, for JSON.
fn first_within(name: &str, found: &Value, expected: &Value) -> Option<[String; 3]> {
    if let Some(fields) = expected.as_object().filter(|_| found.is_object()) {
        return fields.iter().find_map(|(inner, expected)| {
            let dot = if name.is_empty() { "" } else { "." };
            let found = found.get(inner).unwrap_or(&Value::Null);
            first_within(&format!("{name}{dot}{inner}"), found, expected)
        });
    }
    (found != expected).then(|| [name.to_owned(), found.to_string(), expected.to_string()])
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn the_first_difference_is_named() {
        let cases = [
            (json!({"a": 1, "b": {"c": 2}}), None),
            (json!({"a": 3, "b": {"c": 2}}), Some(["a", "3", "1"])),
            (json!({"a": 1, "b": {"c": 0.5}}), Some(["b.c", "0.5", "2"])),
            (json!({"a": 1, "b": {}}), Some(["b.c", "null", "2"])),
            (json!({"a": 1, "b": "x"}), Some(["b", "\"x\"", "{\"c\":2}"])),
        ];
        let expected = json!({"a": 1, "b": {"c": 2}});
        for (found, difference) in cases {
            let difference = difference.map(|words| words.map(str::to_owned));
            assert_eq!(first_difference(&found, &expected).unwrap(), difference);
        }
    }
}
