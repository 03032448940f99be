//! Exact numbers from their text.

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Signed, Zero, pow};

/// Exponents beyond this are refused: their numbers would take long, and binary128 ends at 1e-4966.
const LARGEST_EXPONENT: i64 = 10_000;

/// And powers of more bits than those of ten have then.
const LARGEST_POWER: u64 = 4 * LARGEST_EXPONENT as u64;

/// What to write where a number is none.
pub(crate) const HELP: &str =
    "write `1.5`, `2e-9`, `1/3` or `0x1.8p3`; a denominator is not 0, and exponents go to 10000";

/// Reads `-12`, `1/3`, `0.25`, `1e-9`, `0.5f0` (an exponent of Scheme) or `0x1.8p3`. `None`: not a number. An error: a
/// number, but not one to be had.
pub(crate) fn parse(text: &str) -> Option<Result<BigRational, &'static str>> {
    let (negative, digits) = match text.as_bytes().first()? {
        b'-' => (true, &text[1..]),
        b'+' => (false, &text[1..]),
        _ => (false, text),
    };
    let value = if let Some(digits) = digits.strip_prefix("0x").or(digits.strip_prefix("0X")) {
        scaled(digits, 16, &['p', 'P'], 2)
    } else if let Some((numerator, denominator)) = digits.split_once('/') {
        let (numerator, denominator) = (natural(numerator, 10)?, natural(denominator, 10)?);
        Some(match denominator.is_zero() {
            true => Err("a number is divided by zero"),
            false => Ok(BigRational::new(numerator, denominator)),
        })
    } else {
        scaled(digits, 10, &['e', 'E', 'f', 'd', 's', 'l'], 10)
    }?;
    Some(value.map(|value| if negative { -value } else { value }))
}

/// `mantissa · base^exponent`, FPCore's `(digits m e b)`.
pub(crate) fn digits(mantissa: BigRational, exponent: &BigRational, base: &BigRational) -> Result<BigRational, String> {
    let exponent = exponent.is_integer().then(|| i64::try_from(exponent.numer()).ok()).flatten();
    let exponent = exponent.filter(|exponent| exponent.abs() <= LARGEST_EXPONENT);
    match exponent {
        Some(exponent) if base.is_integer() && *base.numer() >= BigInt::from(2) => {
            if base.numer().bits().saturating_mul(exponent.unsigned_abs()) > LARGEST_POWER {
                return Err(format!("`digits` is a number of more than {LARGEST_POWER} bits"));
            }
            Ok(mantissa * power(base.numer().clone(), exponent))
        }
        Some(_) => Err("the base of `digits` is a natural number from 2 on".into()),
        None => Err(format!("the exponent of `digits` is an integer, at most {LARGEST_EXPONENT}")),
    }
}

/// Digits with a point, and an exponent to `base` after one of `marks`.
fn scaled(text: &str, radix: u32, marks: &[char], base: u32) -> Option<Result<BigRational, &'static str>> {
    let (mantissa, exponent) = match text.find(marks) {
        Some(at) => (&text[..at], text[at + 1..].parse::<i64>().ok()?),
        None => (text, 0),
    };
    let (whole, part) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let all = natural(&[whole, part].concat(), radix)?;
    if exponent.abs() > LARGEST_EXPONENT {
        return Some(Err("the exponent is too large"));
    }
    let places = power(radix.into(), -(part.len() as i64));
    Some(Ok(BigRational::from(all) * places * power(base.into(), exponent)))
}

fn natural(text: &str, radix: u32) -> Option<BigInt> {
    let digits = !text.is_empty() && text.chars().all(|c| c.is_digit(radix));
    digits.then(|| BigInt::parse_bytes(text.as_bytes(), radix)).flatten()
}

fn power(base: BigInt, exponent: i64) -> BigRational {
    let power = pow(base, exponent.unsigned_abs() as usize);
    match exponent.is_negative() {
        true => BigRational::new(BigInt::one(), power),
        false => power.into(),
    }
}

/// Longer ones are written with an exponent, if that is shorter.
const LONG: usize = 12;

/// As FPCore writes it: `-12`, `1/3`, `1e154`.
pub(crate) fn show(number: &BigRational) -> String {
    debug_assert!(number.denom().is_positive());
    let text = number.to_string();
    match scientific(number) {
        Some(shorter) if text.len() > LONG && shorter.len() < text.len() => shorter,
        _ => text,
    }
}

/// `mantissa e exponent`, of a number that has such digits.
fn scientific(number: &BigRational) -> Option<String> {
    let (mut denominator, mut places) = (number.denom().clone(), 0_usize);
    // So many digits behind the point as the larger one of the powers of 2 and of 5.
    for prime in [2_u32, 5] {
        let mut power = 0;
        while (&denominator % prime).is_zero() {
            denominator /= prime;
            power += 1;
        }
        places = places.max(power);
    }
    if !denominator.is_one() {
        return None;
    }
    let all = (number * pow(BigInt::from(10), places)).to_integer().to_string();
    let digits = all.trim_end_matches('0');
    let exponent = (all.len() - digits.len()) as i64 - places as i64;
    Some(format!("{digits}e{exponent}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ratio(numerator: i64, denominator: i64) -> Option<Result<BigRational, &'static str>> {
        Some(Ok(BigRational::new(numerator.into(), denominator.into())))
    }

    #[test]
    fn numbers_are_exact() {
        assert_eq!(parse("0.1"), ratio(1, 10));
        assert_eq!(parse("-12"), ratio(-12, 1));
        assert_eq!(parse("+4/6"), ratio(2, 3));
        assert_eq!(parse("1.5e-2"), ratio(3, 200));
        assert_eq!(parse("0.6931f0"), ratio(6931, 10_000));
        assert_eq!(parse("0x1.8p3"), ratio(12, 1));
        assert_eq!(parse(".5"), ratio(1, 2));
        assert_eq!(parse("1e+12"), ratio(1_000_000_000_000, 1));
        assert_eq!(digits(BigRational::from(BigInt::from(3)), &(-1).into_ratio(), &2.into_ratio()), Ok(3.over(2)));
    }

    #[test]
    fn what_is_shown_is_read_again() {
        for word in ["-12", "1/3", "1/1000", "1e154", "-31e-162", "123456789e-40", "1/3000000000000000000000"] {
            let value = parse(word).unwrap().unwrap();
            assert_eq!(show(&value), word);
        }
        assert_eq!(show(&parse("0.5").unwrap().unwrap()), "1/2");
        assert_eq!(show(&parse("1000000").unwrap().unwrap()), "1000000");
    }

    #[test]
    fn other_words_are_not_numbers() {
        for word in ["x", "-", "+", "1+", "e5", "1e", "1/x", "0x", "B^2-4AC", ".", "1.2.3", "2t", "--1", "1_000"] {
            assert_eq!(parse(word), None, "{word}");
        }
    }

    #[test]
    fn what_cannot_be_had_is_refused() {
        assert!(parse("1/0").unwrap().is_err());
        assert!(parse("1e999999999").unwrap().is_err());
        // Powers that would fill the memory, or take minutes.
        assert!(digits(BigRational::one(), &(-9_000).into_ratio(), &BigInt::from(u64::MAX).into()).is_err());
        assert!(digits(BigRational::one(), &(-9_000).into_ratio(), &10.into_ratio()).is_ok());
        assert!(digits(BigRational::one(), &3.over(2), &2.into_ratio()).is_err());
        assert!(digits(BigRational::one(), &3.into_ratio(), &1.into_ratio()).is_err());
    }

    trait IntoRatio {
        fn into_ratio(self) -> BigRational;
        fn over(self, denominator: i64) -> BigRational;
    }
    impl IntoRatio for i64 {
        fn into_ratio(self) -> BigRational {
            BigInt::from(self).into()
        }
        fn over(self, denominator: i64) -> BigRational {
            BigRational::new(self.into(), denominator.into())
        }
    }
}
