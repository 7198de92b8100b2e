//! The date.

use std::time::SystemTime;

/// Today in UTC, as PDN writes it: `2026.11.24`.
pub fn today() -> String {
    let now = humantime::format_rfc3339_seconds(SystemTime::now()).to_string();
    now.split('T').next().unwrap_or_default().replace('-', ".")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_has_eight_digits_and_two_dots() {
        let shape = today().replace(|c: char| c.is_ascii_digit(), "0");
        assert_eq!(shape, "0000.00.00");
    }
}
