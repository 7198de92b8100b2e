//! Numbers in every spelling that Python and C write. What does not fit is no number.

/// A finite real: `5`, `0.2`, `1e-05`, `+3.`, blanks around it.
pub(crate) fn real(text: &str) -> Option<f64> {
    text.trim().parse().ok().filter(|x: &f64| x.is_finite())
}

/// An integer from 0 to `max`, also written as a real (`100.0`, `1e6`), which is truncated.
pub(crate) fn unsigned(text: &str, max: u64) -> Option<u64> {
    let exact = text.trim().parse::<u64>().ok();
    let number = exact.or_else(|| {
        let x = real(text)?;
        // 2^64 as a real is the first that does not fit; u64::MAX itself has no exact real.
        (x >= 0.0 && x < u64::MAX as f64).then_some(x as u64)
    })?;
    (number <= max).then_some(number)
}

/// An integer from 0 to `u32::MAX`, spelled as [`unsigned`] allows.
pub(crate) fn unsigned_32(text: &str) -> Option<u32> {
    u32::try_from(unsigned(text, u32::MAX.into())?).ok()
}

/// An integer, also written as a real, which is truncated.
pub(crate) fn signed(text: &str) -> Option<i64> {
    let exact = text.trim().parse().ok();
    exact.or_else(|| {
        let x = real(text)?;
        (x >= i64::MIN as f64 && x < i64::MAX as f64).then_some(x as i64)
    })
}

/// Writes a real so that Python and C read the same value; 0.0 for one that is not finite.
pub(crate) fn write_real(x: f64) -> String {
    let finite = if x.is_finite() { x } else { 0.0 };
    // Adding 0.0 turns -0.0 into 0.0.
    format!("{:?}", finite + 0.0)
}

/// Writes a quantity from 0 to 1e12 with at most `digits` decimals, never with an exponent.
pub(crate) fn write_rounded(x: f64, digits: i32) -> String {
    let scale = 10_f64.powi(digits);
    let limited = if x.is_finite() {
        x.clamp(0.0, 1e12)
    } else {
        0.0
    };
    write_real((limited * scale).round() / scale)
}

#[cfg(test)]
mod tests {
    use super::*;

    const UNSIGNED: &[(&str, Option<u64>)] = &[
        ("0", Some(0)),
        ("+7", Some(7)),
        ("007", Some(7)),
        (" 5 ", Some(5)),
        ("18446744073709551615", Some(u64::MAX)),
        ("18446744073709551616", None),
        ("18446744073709551615.0", None),
        ("100.0", Some(100)),
        ("99.9", Some(99)),
        ("1e6", Some(1_000_000)),
        ("1E+06", Some(1_000_000)),
        ("1e-05", Some(0)),
        ("-0", Some(0)),
        ("-1", None),
        ("-0.5", None),
        ("1e999", None),
        ("nan", None),
        ("inf", None),
        ("infinity", None),
        ("0x10", None),
        ("1_000", None),
        ("1,5", None),
        ("", None),
        ("e5", None),
    ];

    const REAL: &[(&str, Option<f64>)] = &[
        ("0.2", Some(0.2)),
        ("5", Some(5.0)),
        ("4.9", Some(4.9)),
        ("1e-05", Some(0.00001)),
        ("-3.5", Some(-3.5)),
        (".5", Some(0.5)),
        ("5.", Some(5.0)),
        ("-1e999", None),
        ("NaN", None),
        ("5s", None),
        ("1 2", None),
    ];

    #[test]
    fn unsigned_numbers() {
        for (text, expected) in UNSIGNED {
            assert_eq!(unsigned(text, u64::MAX), *expected, "{text:?}");
        }
        assert_eq!(unsigned_32("4294967295.9"), Some(u32::MAX));
        assert_eq!(unsigned_32("4294967296"), None);
    }

    #[test]
    fn real_numbers() {
        for (text, expected) in REAL {
            assert_eq!(real(text), *expected, "{text:?}");
        }
    }

    #[test]
    fn signed_numbers() {
        assert_eq!(signed("-9223372036854775808"), Some(i64::MIN));
        assert_eq!(signed("9223372036854775808"), None);
        assert_eq!(signed("-2.7"), Some(-2));
    }

    #[test]
    fn written_numbers() {
        assert_eq!(write_rounded(0.0126, 3), "0.013");
        assert_eq!(write_rounded(12.0, 1), "12.0");
        assert_eq!(write_rounded(f64::NAN, 1), "0.0");
        assert_eq!(write_rounded(-5.0, 1), "0.0");
        assert_eq!(write_rounded(-0.0, 1), "0.0");
        assert_eq!(write_rounded(1e300, 3), "1000000000000.0");
        assert_eq!(write_real(f64::INFINITY), "0.0");
    }
}
