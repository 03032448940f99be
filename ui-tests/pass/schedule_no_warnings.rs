#![deny(warnings)]
#![warn(clippy::pedantic, missing_docs)]
//! Blocks leave no warnings behind.

use polarnet::schedule;

schedule! {
    /// Vals may have comments,
    val twice(x: f64) -> f64 { returns (2.0 * (x)) }
    val odd(n: u32) -> bool { returns n % 2 == 1 }
    /// and functions documentation.
    #[must_use]
    pub fn double(x: f64) -> f64 impls twice { eval(x) }
    /// Whether it is.
    pub fn is_odd(n: u32) -> bool impls odd { eval(n) }
}

fn main() {
    assert!(is_odd(3));
    assert!(double(1.5) > 2.0);
}
