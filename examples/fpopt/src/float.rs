//! Floats by their order: the next one is one more.

use polarnet_fpcore::Format;

/// The place of a float among all of its format; of 0 it is 0. Infinities are beyond all others.
pub fn ordinal(x: f64, format: Format) -> i64 {
    let place = |bits: u64, negative: bool| if negative { -(bits as i64) } else { bits as i64 };
    match format {
        Format::Binary32 => place((x.abs() as f32).to_bits().into(), x.is_sign_negative()),
        Format::Binary64 => place(x.abs().to_bits(), x.is_sign_negative()),
    }
}

/// The float at a place.
pub fn from_ordinal(at: i64, format: Format) -> f64 {
    let size = at.unsigned_abs();
    let x = match format {
        Format::Binary32 => f64::from(f32::from_bits(size as u32)),
        Format::Binary64 => f64::from_bits(size),
    };
    if at < 0 { -x } else { x }
}

/// How many bits of what was computed are wrong: the logarithm of how many floats lie from it to the true one. That is Herbie's
/// measure; what is no number has all bits wrong.
pub fn error_bits(computed: f64, truth: f64, format: Format) -> f64 {
    if computed.is_nan() {
        return match format {
            Format::Binary32 => 32.0,
            Format::Binary64 => 64.0,
        };
    }
    let apart = i128::from(ordinal(computed, format)) - i128::from(ordinal(truth, format));
    (apart.unsigned_abs() as f64 + 1.0).log2()
}

/// A number with few digits from `low` on and below `high`, both finite, as it is written.
pub fn short_between(low: f64, high: f64) -> String {
    if low <= 0.0 && 0.0 < high {
        return "0".to_owned();
    }
    let middle = ordinal(low, Format::Binary64).midpoint(ordinal(high, Format::Binary64));
    let middle = from_ordinal(middle, Format::Binary64);
    let inside = |text: &String| text.parse().is_ok_and(|x: f64| (low..high).contains(&x));
    (0..17).map(|digits| format!("{middle:.digits$e}")).find(inside).unwrap_or_else(|| format!("{low:e}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places() {
        for format in [Format::Binary32, Format::Binary64] {
            for at in [0, 1, -1, 77, 0x7f00_0000, -0x7f00_0000] {
                assert_eq!(ordinal(from_ordinal(at, format), format), at);
            }
            assert_eq!(error_bits(1.0, 1.0, format), 0.0);
            assert!(error_bits(f64::NAN, 1.0, format) >= 32.0);
        }
        assert_eq!(error_bits(1.0 + 3.0 * f64::EPSILON, 1.0, Format::Binary64), 2.0);
        assert_eq!(error_bits(f64::INFINITY, f64::MAX, Format::Binary64), 1.0);
        assert_eq!(error_bits(-0.0, 0.0, Format::Binary64), 0.0);
    }

    #[test]
    fn few_digits() {
        assert_eq!(short_between(-1.0, 2.0), "0");
        assert_eq!(short_between(1.1, 1e10), "1e5");
        assert_eq!(short_between(-1e10, -1.1), "-1e5");
        assert_eq!(short_between(1.0, 1.0 + f64::EPSILON), "1e0");
        let between: f64 = short_between(1e-300, 1e-280).parse().unwrap();
        assert!((1e-300..1e-280).contains(&between));
    }
}
