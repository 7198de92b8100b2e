//! What differs between two sets of settings.

use serde::Serialize;
use serde_json::Value;

/// The first field in which two structures differ: its name, and what `found` and `expected` have there, as short JSON. The name
/// is `outer.inner` within a structure and `outer number 2` within a list; what is called `name` is compared before its neighbours.
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
    match (found, expected) {
        (Value::Object(found), Value::Object(expected)) => {
            let mut fields: Vec<&String> = found.keys().chain(expected.keys()).collect();
            fields.sort_by_key(|field| (*field != "name", *field));
            fields.into_iter().find_map(|field| {
                let [found, expected] =
                    [found, expected].map(|fields| fields.get(field).unwrap_or(&Value::Null));
                let dot = if name.is_empty() { "" } else { "." };
                first_within(&format!("{name}{dot}{field}"), found, expected)
            })
        }
        (Value::Array(found), Value::Array(expected)) if found.len() == expected.len() => {
            let mut pairs = found.iter().zip(expected).zip(1..);
            pairs.find_map(|((found, expected), number)| {
                first_within(&format!("{name} number {number}"), found, expected)
            })
        }
        _ => (found != expected).then(|| [name.to_owned(), shown(found), shown(expected)]),
    }
}

/// The longest JSON that is shown, in characters.
const MOST_SHOWN: usize = 100;

/// A value as short JSON: a long list as its length, what else is long as its beginning.
fn shown(value: &Value) -> String {
    let text = value.to_string();
    match value {
        _ if text.chars().count() <= MOST_SHOWN => text,
        Value::Array(list) => format!("a list of {}", list.len()),
        _ => text.chars().take(MOST_SHOWN).chain("..".chars()).collect(),
    }
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
            (
                json!({"a": 1, "b": {"c": 2, "d": 4}}),
                Some(["b.d", "4", "null"]),
            ),
        ];
        let expected = json!({"a": 1, "b": {"c": 2}});
        for (found, difference) in cases {
            let difference = difference.map(|words| words.map(str::to_owned));
            assert_eq!(first_difference(&found, &expected).unwrap(), difference);
        }
    }

    #[test]
    fn lists_are_compared_one_by_one_and_told_by_their_names() {
        let of = |names: &[(&str, u32)]| {
            let entry = |&(name, depth): &(&str, u32)| json!({"depth": depth, "name": name});
            json!({ "engines": names.iter().map(entry).collect::<Vec<_>>() })
        };
        let expected = of(&[("a", 3), ("b", 4)]);
        let long = "x".repeat(300);
        let cases = [
            (
                of(&[("a", 3), ("b", 5)]),
                ["engines number 2.depth", "5", "4"],
            ),
            (
                of(&[("c", 1), ("b", 4)]),
                ["engines number 1.name", "\"c\"", "\"a\""],
            ),
            (
                of(&[("a", 3), ("b", 4), (&long, 5)]),
                [
                    "engines",
                    "a list of 3",
                    "[{\"depth\":3,\"name\":\"a\"},{\"depth\":4,\"name\":\"b\"}]",
                ],
            ),
            (
                of(&[(&long, 3), ("b", 4)]),
                [
                    "engines number 1.name",
                    &format!("\"{}..", &long[..99]),
                    "\"a\"",
                ],
            ),
        ];
        for (found, difference) in cases {
            let difference = Some(difference.map(str::to_owned));
            assert_eq!(first_difference(&found, &expected).unwrap(), difference);
        }
    }
}
