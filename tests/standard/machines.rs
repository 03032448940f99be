//! Machines: combinators, a Turing machine, wide agents, a token.

use super::{Program, program};

/// `S`, `K` and `I`; `N` and `Z` to count with.
pub fn combinators() -> Program {
    program! {
        {
            agent +I, +K, +K1(+x), +S, +S1(+x), +S2(+x, +y), +Z, +N(+n), +Succ;
            agent -App(+arg, -out) ~ I K K1 S S1 S2 Succ;
            rule App(z, out) ~ I => out ~ z;
            rule App(z, out) ~ K => out ~ K1(z);
            rule App(z, out) ~ K1(x) => out ~ x & * ~ z;
            rule App(z, out) ~ S => out ~ S1(z);
            rule App(z, out) ~ S1(x) => out ~ S2(x, z);
            rule App(z, out) ~ S2(x, y) => {z1 z2} ~ z & App(z1, f) ~ x & App(z2, a) ~ y & App(a, out) ~ f;
            rule App(z, out) ~ Succ => out ~ N(z);
        }
        { @main = r & App(K, f) ~ S & App(K, i) ~ f & App(Succ, r) ~ i }
    }
}

/// The busy beaver of three states. The tape is two lists of marks; what is left of the head, and what is below it and right.
pub fn turing() -> Program {
    program! {
        {
            agent +End, +O(+tape), +X(+tape), +Tape(+left, +right);
            group Marks = End O X;
            agent -A(+left, -out) ~ Marks, -B(+left, -out) ~ Marks, -C(+left, -out) ~ Marks;
            // To the left, in the state that is named.
            agent -LeftA(+right, -out) ~ Marks, -LeftC(+right, -out) ~ Marks;
            rule A(left, out) ~ End => A(left, out) ~ O(End);
            rule A(left, out) ~ O(right) => B(X(left), out) ~ right;
            rule A(left, out) ~ X(right) => out ~ Tape(X(left), right);
            rule B(left, out) ~ End => B(left, out) ~ O(End);
            rule B(left, out) ~ O(right) => C(O(left), out) ~ right;
            rule B(left, out) ~ X(right) => B(X(left), out) ~ right;
            rule C(left, out) ~ End => C(left, out) ~ O(End);
            rule C(left, out) ~ O(right) => LeftC(X(right), out) ~ left;
            rule C(left, out) ~ X(right) => LeftA(X(right), out) ~ left;
            rule LeftA(right, out) ~ End => A(End, out) ~ O(right);
            rule LeftA(right, out) ~ O(left) => A(left, out) ~ O(right);
            rule LeftA(right, out) ~ X(left) => A(left, out) ~ X(right);
            rule LeftC(right, out) ~ End => C(End, out) ~ O(right);
            rule LeftC(right, out) ~ O(left) => C(left, out) ~ O(right);
            rule LeftC(right, out) ~ X(left) => C(left, out) ~ X(right);
        }
        { @main = r & A(End, r) ~ End }
    }
}

/// Agents with as many ports as there may be, and their copies. `Turn` moves its terms round, as often as it is told.
pub fn wide() -> Program {
    program! {
        {
            agent +Z, +S(+n), +Nil, +Cons(+head, +tail);
            agent -Turn(+a, -p, +b, -q, +c, -r, +d, -s, +e, -t, +f, -u, +g, -v, +label) ~ Z S;
            // What it has taken and what it gives are the two ends of wires.
            agent +Box(+a, -p, +b, -q, +c, -r, +d, -s, +e, -t, +f, -u), -Open(-out, +x, +y) ~ Box;
            rule Turn(a, p, b, q, c, r, d, s, e, t, f, u, g, v, label) ~ Z =>
                p ~ a & q ~ b & r ~ c & s ~ d & t ~ e & u ~ f & v ~ g & * ~ label;
            rule Turn(a, p, b, q, c, r, d, s, e, t, f, u, g, v, label) ~ S(n) =>
                Turn(b, p, c, q, d, r, e, s, f, t, g, u, a, v, label) ~ n;
            rule Open(out, x, y) ~ Box(a, p, b, q, c, r, d, s, e, t, f, u) =>
                out ~ Cons(a, Cons(b, Cons(c, Cons(d, Cons(e, Cons(f, Nil))))))
                & {x1 {x2 {x3 *}}} ~ x & {y1 {y2 y3}} ~ y
                & p ~ x1 & q ~ y1 & r ~ x2 & s ~ y2 & t ~ x3 & u ~ y3;
            @box = Box(a, a, b, b, c, c, d, d, e, e, f, f)
        }
        {
            @main = (k (l (w (x (y m))))) & {b1 {b2 b3}} ~ @box
                & Open(k, 1, 2) ~ b1 & Open(l, Z, S(Z)) ~ b2 & * ~ b3
                & Turn(0, a, 1, b, 2, c, 3, d, 4, e, 5, f, 6, {g h}, *) ~ S(S(Z))
                & a ~ w & b ~ x & c ~ y & m ~ Cons(d, Cons(e, Cons(f, Cons(g, Cons(h, Nil)))))
        }
    }
}

/// Who has the token may write.
pub fn token() -> Program {
    program! {
        {
            agent +Nil, +Cons(+head, +tail), +World(+log), -Write(+x, -next) ~ World, -Log(-out) ~ World;
            agent -Both(+text, +world, -next) ~ Nil Cons;
            rule Write(x, next) ~ World(log) => next ~ World(Cons(x, log));
            rule Log(out) ~ World(log) => out ~ log;
            rule Both(text, world, next) ~ Nil => next ~ world & * ~ text;
            rule Both(text, world, next) ~ Cons(*, xs) =>
                {t1 t2} ~ text & Write(t1, w) ~ world & Both(t2, w, next) ~ xs;
        }
        { @main = r & Write(1, a) ~ World(Nil) & Write(2, b) ~ a & Write(3, c) ~ b & Log(r) ~ c }
    }
}
