//! The date.

use jiff::Timestamp;

/// Today in UTC, as PDN writes it: `2026.11.24`.
pub(crate) fn today() -> String {
    Timestamp::now().strftime("%Y.%m.%d").to_string()
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
