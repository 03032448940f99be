//! Rules that a `macro_rules!` makes, one for each line of a table.

use polarnet::{Runtime, net};

/// A machine with a state for each negative agent, on words of two letters.
macro_rules! machine {
    ($Book:ident: $($State:ident { $zero:ident -> $on_zero:ident, $one:ident -> $on_one:ident })*) => {
        net! {
            book $Book {
                agent +Zero(+rest), +One(+rest), +End $(, -$State(-out) ~ Word)*;
                group Word = Zero One End;
                $(
                    rule $State(out) ~ Zero(rest) => out ~ $zero(more) & $on_zero(more) ~ rest;
                    rule $State(out) ~ One(rest) => out ~ $one(more) & $on_one(more) ~ rest;
                    rule $State(out) ~ End => out ~ End;
                )*
                @main = out & Even(out) ~ One(One(Zero(One(End))))
            }
        }
    };
}

// Every second `One` becomes a `Zero`.
machine! {
    Halves:
    Even { Zero -> Even, One -> Odd }
    Odd { Zero -> Odd, Zero -> Even }
}

macro_rules! agents {
    ($($agents:tt)*) => { net! { agent $($agents)*; @main = r & Flip(r) ~ Up  rule Flip(o) ~ Up => o ~ Down; } };
}

fn main() {
    let runtime = Runtime::new();
    assert_eq!(Halves::run(&runtime).unwrap().to_string(), "One(Zero(Zero(One(End))))");
    assert_eq!(runtime.run(&agents!(+Up, +Down, -Flip(-out))).unwrap().to_string(), "Down");
}
