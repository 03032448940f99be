//! Values that are applied to more arguments than a function may have: in one spine, and one after the other. Functions, closures that hold some
//! already, and numbers.

#[allow(dead_code, reason = "tests/random.rs uses the rest")]
mod support;

use polarnet::{AnyBook, EngineKind, net};
use support::agree::runtime;

/// What `@spine` and `@chain` give, of this value; on which all engines agree.
#[track_caller]
fn agree(book: impl Into<AnyBook>) -> String {
    let book = book.into();
    let run = |engine, threads| {
        let done = book.with(|book| runtime(engine, threads).expand(false).run(book)).unwrap();
        (done.to_string(), done.stats.interactions())
    };
    let wanted = run(EngineKind::Oracle, 1);
    for engine in [EngineKind::Bag, EngineKind::Direct, EngineKind::Compiled] {
        for threads in [1, 2] {
            assert_eq!(run(engine, threads), wanted, "{engine:?}, {threads} threads");
        }
    }
    wanted.0
}

macro_rules! applied {
    ($($value:tt)*) => {
        net! {
            @main = (r s) & @spine ~ ($($value)* r) & @chain ~ ($($value)* s)
            @spine = (x r) & x ~ (1 (1 (1 (1 (1 (1 (1 (1 (1 (1 (1 (1 (1 (1 (1 (1 (1 (1 (1 (1 (1 (1 (1 (1 (1 (1 (1 (1 (1 (1 r))))))))))))))))))))))))))))))
            @chain = (x w29) & x ~ (1 w0)
            & w0 ~ (1 w1)
            & w1 ~ (1 w2)
            & w2 ~ (1 w3)
            & w3 ~ (1 w4)
            & w4 ~ (1 w5)
            & w5 ~ (1 w6)
            & w6 ~ (1 w7)
            & w7 ~ (1 w8)
            & w8 ~ (1 w9)
            & w9 ~ (1 w10)
            & w10 ~ (1 w11)
            & w11 ~ (1 w12)
            & w12 ~ (1 w13)
            & w13 ~ (1 w14)
            & w14 ~ (1 w15)
            & w15 ~ (1 w16)
            & w16 ~ (1 w17)
            & w17 ~ (1 w18)
            & w18 ~ (1 w19)
            & w19 ~ (1 w20)
            & w20 ~ (1 w21)
            & w21 ~ (1 w22)
            & w22 ~ (1 w23)
            & w23 ~ (1 w24)
            & w24 ~ (1 w25)
            & w25 ~ (1 w26)
            & w26 ~ (1 w27)
            & w27 ~ (1 w28)
            & w28 ~ (1 w29)
            // A function of fourteen, the last of which it gives; and one that gives itself, after ten.
            @long = (a0 (a1 (a2 (a3 (a4 (a5 (a6 (a7 (a8 (a9 (a10 (a11 (a12 (a13 a13)))))))))))))) & a0 ~ * & a1 ~ * & a2 ~ * & a3 ~ * & a4 ~ * & a5 ~ * & a6 ~ * & a7 ~ * & a8 ~ * & a9 ~ * & a10 ~ * & a11 ~ * & a12 ~ *
            @eats = (* (* (* (* (* (* (* (* (* (* @eats))))))))))
            @held = (x r) & @long ~ (x (2 (3 (4 (5 r)))))
        }
    };
}

#[test]
fn applications_to_thirty() {
    assert_eq!(agree(applied!(@eats)), "(@eats @eats)");
    assert_eq!(agree(applied!(7)), "(7 7)");
    assert_eq!(agree(applied!(*)), "(* *)");
    // What is left is applied to the one that comes out.
    assert_eq!(agree(applied!(@long)), "(1 1)");
    assert_eq!(agree(applied!(@held)), "(1 1)");
}
