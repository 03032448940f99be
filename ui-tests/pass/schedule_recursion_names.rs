//! Recursive vals among types that have the names of theirs, without a warning, without the prelude.

#![forbid(unsafe_code)]
#![deny(warnings)]
#![no_implicit_prelude]

use ::polarnet::schedule;
use ::std::{assert_eq, clone::Clone, cmp::PartialEq, fmt::Debug};

#[derive(Clone, PartialEq, Debug)]
pub struct Frame {
    pub of: u64,
}

#[derive(Clone, PartialEq, Debug)]
pub enum Next {
    Return(u64),
    Fib1 { value: u64 },
}

schedule! {
    val value(next: u64, stack: u64, known: Frame) -> Next {
        returns if next == 0 {
            Next::Return(stack)
        } else {
            frame :- value(next - 1, stack + 1, known);
            match frame {
                Next::Return(rest) => Next::Fib1 { value: rest + next },
                Next::Fib1 { value } => Next::Return(value * 2 + known.of),
            }
        }
    }
    val fib(n: u64) -> u64 { returns if n < 2 { n } else { fib_1 :- fib(n - 1); fib_1 + fib(n - 2) } }
    val fib1(n: u64) -> u64 { returns if n < 2 { n } else { 1 + fib1(n - 1) * fib1(n - 2) } }
    pub fn values(next: u64, stack: u64, known: Frame) -> Next impls value { eval(next, stack, known) }
    pub fn values_in_steps(next: u64, stack: u64, known: Frame) -> Steps<Next> impls value { eval(next, stack, known).stepped() }
    pub fn fibs(n: u64) -> u64 impls fib { eval(n).memoize() }
    pub fn fibs_in_steps(n: u64) -> Steps<u64> impls fib { eval(n).stepped().memoize() }
    pub fn others(n: u64) -> u64 impls fib1 { eval(n) }
}

fn main() {
    let found = values(5, 7, Frame { of: 3 });
    assert_eq!(found, values_in_steps(5, 7, Frame { of: 3 }).run());
    assert_eq!(found, Next::Fib1 { value: 72 });
    assert_eq!((fibs(90), fibs_in_steps(30).run(), others(5)), (2_880_067_194_370_816_120, 832_040, 7));
}
