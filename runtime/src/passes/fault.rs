//! Why a row has no value.

use core::fmt;

/// What a pass on a device came to in a row, where the CPU's would panic. `kernels/passes.cuh` has the numbers, too.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Fault {
    /// An integer divided by zero.
    DivisionByZero,
    /// The remainder of a division by zero.
    RemainderByZero,
    /// The least integer divided by −1.
    DivisionOverflow,
    /// The remainder of such a division.
    RemainderOverflow,
    /// An index beyond the end.
    OutOfRange,
    /// `clamp` with bounds of which the first is not below the second.
    ClampBounds,
    /// The least or the largest of nothing.
    Empty,
    /// Another one, by its number.
    Other(u8),
}

#[cfg(all(feature = "cuda", not(any(loom, shuttle, miri))))]
impl Fault {
    pub(crate) fn of(code: u8) -> Fault {
        match code {
            1 => Fault::DivisionByZero,
            2 => Fault::RemainderByZero,
            3 => Fault::DivisionOverflow,
            4 => Fault::RemainderOverflow,
            5 => Fault::OutOfRange,
            6 => Fault::ClampBounds,
            7 => Fault::Empty,
            other => Fault::Other(other),
        }
    }
}

/// Rust's words for it.
impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Fault::DivisionByZero => "attempt to divide by zero",
            Fault::RemainderByZero => "attempt to calculate the remainder with a divisor of zero",
            Fault::DivisionOverflow => "attempt to divide with overflow",
            Fault::RemainderOverflow => "attempt to calculate the remainder with overflow",
            Fault::OutOfRange => "index out of bounds",
            Fault::ClampBounds => "clamp with a least value that is not below the largest",
            Fault::Empty => "the least or the largest value of an empty list",
            Fault::Other(code) => return write!(f, "fault {code}"),
        })
    }
}

#[cfg(all(test, feature = "cuda", not(miri)))]
mod tests {
    use super::*;

    /// `DIVISION_BY_ZERO = 1` there is `DivisionByZero` here.
    #[test]
    fn kernels_have_the_same_numbers() {
        let text = include_str!("../../kernels/passes.cuh");
        let (_, text) = text.split_once("enum Fault : u32 {").unwrap();
        let (text, _) = text.split_once('}').unwrap();
        let mut count = 0;
        for line in text.lines().filter(|line| !line.trim().is_empty()) {
            let (name, number) = line.trim().trim_end_matches(',').split_once(" = ").unwrap();
            let own = format!("{:?}", Fault::of(number.parse().unwrap()));
            assert_eq!(own.to_uppercase(), name.replace('_', ""));
            count += 1;
        }
        assert_eq!(Fault::of(count + 1), Fault::Other(count + 1));
    }
}
