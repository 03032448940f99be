//! Bodies that compute values here: each is compared with its `val`.

use polarnet::schedule;

/// The smallest and the largest of three numbers.
fn outer(a: i64, b: i64, c: i64) -> (i64, i64) {
    (a.min(b).min(c), a.max(b).max(c))
}

schedule! {
    const STEP: i64 = 10;

    // A function of Rust. What is `pure` depends on its arguments alone.
    extern(cpu) pure outer(i64, i64, i64) -> (i64, i64);

    // Values have names, in any order. There may be several results, and they may have names, too.
    val spread(a: i64, b: i64, c: i64) -> (width: i64, wide: bool) {
        returns (w, w > STEP)
        w :- high - low
        low, high :- outer(a, b, c)
    }
    // A body computes each of these; what it calls them is its own affair. It may compute twice what the val has once. It may not use one
    // value for two of the val.
    pub fn spread_of(a: i64, b: i64, c: i64) -> (i64, bool) impls spread {
        let least, most = outer(a, b, c);
        let width = most - least;
        (width, width > STEP)
    }

    // A condition is an `if` in the body: a value, or a statement.
    val least(a: i64, b: i64) -> i64 { returns a if a < b else b }
    pub fn least_by_value(a: i64, b: i64) -> i64 impls least {
        if a < b { a } else { b }
    }
    pub fn least_by_variable(a: i64, b: i64) -> i64 impls least {
        var least;
        if a < b {
            least = a;
        } else {
            least = b;
        }
        least
    }

    // A reference leads to a `var`. The val knows of none: it says what is there when the function ends.
    val next(n: i64) -> i64 { returns n + 1 }
    fn advance(n: &i64) -> &i64 impls next {
        *n = *n + 1;
        n
    }
    // The second parameter is nothing of the val, and has no value yet.
    fn next_into(n: i64, into: &i64 @ none(val)-dead) -> &i64 impls next {
        *into = n + 1;
        into
    }
    val after_next(n: i64) -> i64 { returns next(next(n)) }
    pub fn two_on(n: i64) -> i64 impls after_next {
        var there;
        *advance(next_into(n, &there))
    }

    // A part of a val, in a function of its own: its results say what they are. They are looked at here as well as there.
    val blend(x: i64) -> i64 {
        start :- x + STEP
        double :- start * 2
        returns (double + start) / 2
    }
    pub fn blend_of(x: i64) -> i64 impls blend {
        let start @ node(val.start), double @ node(val.double) = first_half(x);
        (double + start) / 2
    }
    fn first_half(x: i64) -> (i64 @ node(val.start), i64 @ node(val.double)) impls blend {
        let start = x + STEP;
        (start, start * 2)
    }

    // Two values that are made alike: which is which has to be said.
    val ends(x: i64) -> i64 {
        left :- 1
        right :- 1
        returns x
    }
    pub fn ends_of(x: i64) -> i64 impls ends {
        let one @ node(val.left) = 1;
        let other = 1 @ node(val.right);
        @out { one: node(val.left), other: node(val.right) };
        x
    }

    // A hole is filled, where one thing only fits.
    pub fn blend_with_a_hole(x: i64) -> i64 impls blend {
        let start = x + STEP;
        let double = ???;
        (double + start) / 2
    }

    // Functions that compute the same are a class, and a call of a class is a call of any of them.
    feq halve {
        val by_shift(n: i64) -> i64 { returns n >> 1 }
        val by_division(n: i64) -> i64 { returns (n - n % 2) / 2 }
    }
    fn shifted(n: i64) -> i64 impls by_shift { n >> 1 }
    fn divided(n: i64) -> i64 impls by_division { (n - n % 2) / 2 }
    val quarter(n: i64) -> i64 { returns halve(halve(n)) }
    pub fn quarter_of(n: i64) -> i64 impls quarter {
        divided(shifted(n))
    }

    // As deep as one likes.
    val digits(n: i64, count: i64) -> i64 { returns count if n == 0 else digits(n / 10, count + 1) }
    pub fn digits_of(n: i64, count: i64) -> i64 impls digits {
        if n == 0 {
            count
        } else {
            digits_of(n / 10, count + 1)
        }
    }

    // A record of values, as a parameter and as a result. What is given may have more fields than what is wanted.
    pub type Point = { x: i64, y: i64 };
    pub type Position = { x: i64 };
    val move_on(x: i64, y: i64) -> (i64) { returns x + y }
    pub fn moved(p: Point) -> i64 impls move_on { p.x + p.y }
    val left_out(x: i64, y: i64) -> i64 { returns x }
    pub fn shadow(p: Point) -> Position impls left_out { p }

    pipeline values { spread_of, blend_of, quarter_of }
}
