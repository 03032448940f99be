//! Arithmetic: unary numbers, Ackermann's function, binary counters.

use super::{Program, program};

pub fn unary() -> Program {
    program! {
        {
            agent +Z, +S(+n);
            group Nat = Z S;
            agent -Add(+b, -out) ~ Nat, -Mul(+b, -out) ~ Nat, -Exp(+b, -out) ~ Nat, -Fib(-out) ~ Nat, -Fib1(-out) ~ Nat;
            rule Add(b, out) ~ Z => out ~ b;
            rule Add(b, out) ~ S(a) => out ~ S(r) & Add(b, r) ~ a;
            rule Mul(b, out) ~ Z => out ~ Z & * ~ b;
            rule Mul(b, out) ~ S(a) => {b1 b2} ~ b & Mul(b1, r) ~ a & Add(b2, out) ~ r;
            rule Exp(b, out) ~ Z => out ~ S(Z) & * ~ b;
            rule Exp(b, out) ~ S(a) => {b1 b2} ~ b & Exp(b1, r) ~ a & Mul(b2, out) ~ r;
            rule Fib(out) ~ Z => out ~ Z;
            rule Fib(out) ~ S(n) => Fib1(out) ~ n;
            rule Fib1(out) ~ Z => out ~ S(Z);
            rule Fib1(out) ~ S(n) => {a b} ~ n & Fib(x) ~ S(a) & Fib(y) ~ b & Add(x, out) ~ y;
        }
        { @main = r & Exp(S(S(S(Z))), r) ~ S(S(S(S(Z)))) }
    }
}

pub fn ackermann() -> Program {
    program! {
        {
            agent +Z, +S(+n);
            agent -Ack(+n, -out) ~ Z S, -AckS(+m, -out) ~ Z S;
            rule Ack(n, out) ~ Z => out ~ S(n);
            rule Ack(n, out) ~ S(m) => AckS(m, out) ~ n;
            rule AckS(m, out) ~ Z => Ack(S(Z), out) ~ m;
            rule AckS(m, out) ~ S(n) => {m1 m2} ~ m & AckS(m1, r) ~ n & Ack(r, out) ~ m2;
        }
        { @main = r & Ack(S(S(S(Z))), r) ~ S(S(Z)) }
    }
}

/// Bits, the least significant one first.
pub fn binary() -> Program {
    program! {
        {
            agent +Z, +S(+n);
            agent +E, +O(+bits), +I(+bits);
            group Bits = E O I;
            agent -Inc(-out) ~ Bits, -Add(+b, -out) ~ Bits, -AddO(+a, -out) ~ Bits, -AddI(+a, -out) ~ Bits;
            agent -Count(+from, -out) ~ Z S;
            rule Inc(out) ~ E => out ~ I(E);
            rule Inc(out) ~ O(n) => out ~ I(n);
            rule Inc(out) ~ I(n) => out ~ O(r) & Inc(r) ~ n;
            rule Add(b, out) ~ E => out ~ b;
            rule Add(b, out) ~ O(a) => AddO(a, out) ~ b;
            rule Add(b, out) ~ I(a) => AddI(a, out) ~ b;
            rule AddO(a, out) ~ E => out ~ O(a);
            rule AddO(a, out) ~ O(b) => out ~ O(r) & Add(b, r) ~ a;
            rule AddO(a, out) ~ I(b) => out ~ I(r) & Add(b, r) ~ a;
            rule AddI(a, out) ~ E => out ~ I(a);
            rule AddI(a, out) ~ O(b) => out ~ I(r) & Add(b, r) ~ a;
            rule AddI(a, out) ~ I(b) => out ~ O(i) & Inc(i) ~ r & Add(b, r) ~ a;
            rule Count(from, out) ~ Z => out ~ from;
            rule Count(from, out) ~ S(n) => Inc(x) ~ from & Count(x, out) ~ n;
        }
        { @main = r & Add(I(I(I(E))), r) ~ I(O(I(E))) }
    }
}
