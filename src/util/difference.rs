//! What differs between two sets of settings.

use serde::Serialize;
use serde_json::Value;

/// The first field in which two structures differ: its name, and what `found` and `expected` have there,
/// as JSON.
pub(crate) fn first_difference<T: Serialize>(found: &T, expected: &T) -> Option<[String; 3]> {
    let [found, expected] = [found, expected].map(|s| serde_json::to_value(s).unwrap_or_default());
    let fields = expected.as_object().into_iter().flatten();
    let differs = |(name, value): &(&String, &Value)| found.get(name.as_str()) != Some(*value);
    let (name, expected) = fields.into_iter().find(differs)?;
    Some([name.clone(), found[name].to_string(), expected.to_string()])
}
