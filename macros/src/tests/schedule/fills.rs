//! Holes that nothing fits, though something is near: each is one error, at its token.

use super::{bodies::each_is_one_error, messages};

#[test]
fn what_does_not_fit_is_told() {
    each_is_one_error(UNFIT);
}

/// A value that is made of itself twice, and so on: what stands for it would be larger than any file.
#[test]
fn what_is_too_large_is_told() {
    let steps: String = (1..60).map(|n| format!("x{n} :- x{0} + x{0} ", n - 1)).collect();
    let found =
        messages(&format!("val m(x0: i64) -> i64 {{ {steps} returns x59 }} fn f(x0: i64) -> i64 impls m {{ ??? }}"));
    assert!(matches!(&found[..], [only] if only.contains("too many steps for one hole")), "{found:#?}");
}

const UNFIT: &[(&str, &str, &str)] = &[
    (
        "val inc(x: i64) -> i64 { returns x + 1 } fn inc1(x: i64) -> i64 impls inc { x + 1 } \
         val m(x: i64) -> i64 { returns inc(x) } fn f(inc1: i64) -> i64 impls m { ??? }",
        "?",
        "this is `inc(x)` of `m`, and nothing here computes it",
    ),
    (
        "val m(x: i64) -> bool { returns x < 7 } fn f(x: i64) -> bool impls m { let a: u8 = ??? @ node(val.x); x < 7 }",
        "?",
        "this is `x` of `m`, of type `i64`, and `u8` is wanted here",
    ),
    (
        "feq k { extern(gpu) kg(x: i64) -> o: i64 { dimensions: 1 } val k1(x: i64) -> i64 { returns x + _dim0 } } \
         fn kf(x: i64) -> i64 impls k1 { x + ??? }",
        "?",
        "this is `_dim0` of `k1`, and nothing here computes it",
    ),
];
