//! What differs between two sets of settings.

use serde::Serialize;
use serde_json::Value;

/// The first field in which two structures differ: its name, and what `found` and `expected` have there,
/// as JSON.
///
/// # Errors
/// If one of them cannot be written as JSON.
pub(crate) fn first_difference<T: Serialize>(
    found: &T,
    expected: &T,
) -> serde_json::Result<Option<[String; 3]>> {
    let (found, expected) = (
        serde_json::to_value(found)?,
        serde_json::to_value(expected)?,
    );
    let mut fields = expected.as_object().into_iter().flatten();
    let differing = fields.find(|(name, value)| found.get(name.as_str()) != Some(*value));
    Ok(differing.map(|(name, expected)| {
        let found = found.get(name).unwrap_or(&Value::Null);
        [name.clone(), found.to_string(), expected.to_string()]
    }))
}
