//! Sorting: lists of numbers of the core, compared by its operators; and of unary ones.

use super::{Program, program};

pub fn insertion() -> Program {
    program! {
        {
            agent +Z, +S(+n), +True, +False, +Nil, +Cons(+head, +tail);
            agent -Leq(+b, -out) ~ Z S, -Less(+a, -out) ~ Z S;
            agent -Sort(-out) ~ Nil Cons, -Insert(+x, -out) ~ Nil Cons, -Place(+x, +y, +ys, -out) ~ True False;
            rule Leq(b, out) ~ Z => out ~ True & * ~ b;
            rule Leq(b, out) ~ S(a) => Less(a, out) ~ b;
            rule Less(a, out) ~ Z => out ~ False & * ~ a;
            rule Less(a, out) ~ S(b) => Leq(b, out) ~ a;
            rule Sort(out) ~ Nil => out ~ Nil;
            rule Sort(out) ~ Cons(x, xs) => Sort(r) ~ xs & Insert(x, out) ~ r;
            rule Insert(x, out) ~ Nil => out ~ Cons(x, Nil);
            rule Insert(x, out) ~ Cons(y, ys) =>
                {x1 x2} ~ x & {y1 y2} ~ y & Leq(y1, bit) ~ x1 & Place(x2, y2, ys, out) ~ bit;
            rule Place(x, y, ys, out) ~ True => out ~ Cons(x, Cons(y, ys));
            rule Place(x, y, ys, out) ~ False => out ~ Cons(y, zs) & Insert(x, zs) ~ ys;
        }
        { @main = r & Sort(r) ~ Cons(S(S(Z)), Cons(Z, Cons(S(Z), Nil))) }
    }
}

pub fn quick() -> Program {
    program! {
        {
            agent +True, +False, +Nil, +Cons(+head, +tail);
            agent -Append(+ys, -out) ~ Nil Cons, -Sort(-out) ~ Nil Cons, -Part(+p, -lo, -hi) ~ Nil Cons;
            agent -To(+p, +x, +xs, -lo, -hi) ~ True False;
            rule Append(ys, out) ~ Nil => out ~ ys;
            rule Append(ys, out) ~ Cons(x, xs) => out ~ Cons(x, zs) & Append(ys, zs) ~ xs;
            rule Sort(out) ~ Nil => out ~ Nil;
            rule Sort(out) ~ Cons(p, xs) => {p1 p2} ~ p & Part(p1, lo, hi) ~ xs
                & Sort(a) ~ lo & Sort(b) ~ hi & Append(Cons(p2, b), out) ~ a;
            rule Part(p, lo, hi) ~ Nil => lo ~ Nil & hi ~ Nil & * ~ p;
            rule Part(p, lo, hi) ~ Cons(x, xs) => {p1 p2} ~ p & {x1 x2} ~ x
                & x1 ~ $([<] $(p1 less)) & less ~ ?((False (* True)) bit) & To(p2, x2, xs, lo, hi) ~ bit;
            rule To(p, x, xs, lo, hi) ~ True => lo ~ Cons(x, rest) & Part(p, rest, hi) ~ xs;
            rule To(p, x, xs, lo, hi) ~ False => hi ~ Cons(x, rest) & Part(p, lo, rest) ~ xs;
        }
        { @main = r & Sort(r) ~ Cons(3, Cons(1, Cons(2, Cons(1, Nil)))) }
    }
}

pub fn merge() -> Program {
    program! {
        {
            agent +True, +False, +Nil, +Cons(+head, +tail);
            agent -Halve(-a, -b) ~ Nil Cons, -Sort(-out) ~ Nil Cons, -Sort1(+x, -out) ~ Nil Cons;
            agent -Merge(+ys, -out) ~ Nil Cons, -Merge1(+x, +xs, -out) ~ Nil Cons;
            agent -Pick(+x, +xs, +y, +ys, -out) ~ True False;
            rule Halve(a, b) ~ Nil => a ~ Nil & b ~ Nil;
            rule Halve(a, b) ~ Cons(x, xs) => a ~ Cons(x, rest) & Halve(b, rest) ~ xs;
            rule Sort(out) ~ Nil => out ~ Nil;
            rule Sort(out) ~ Cons(x, xs) => Sort1(x, out) ~ xs;
            rule Sort1(x, out) ~ Nil => out ~ Cons(x, Nil);
            rule Sort1(x, out) ~ Cons(y, ys) =>
                Halve(a, b) ~ ys & Sort(c) ~ Cons(x, a) & Sort(d) ~ Cons(y, b) & Merge(d, out) ~ c;
            rule Merge(ys, out) ~ Nil => out ~ ys;
            rule Merge(ys, out) ~ Cons(x, xs) => Merge1(x, xs, out) ~ ys;
            rule Merge1(x, xs, out) ~ Nil => out ~ Cons(x, xs);
            rule Merge1(x, xs, out) ~ Cons(y, ys) => {x1 x2} ~ x & {y1 y2} ~ y
                & x1 ~ $([<] $(y1 less)) & less ~ ?((False (* True)) bit) & Pick(x2, xs, y2, ys, out) ~ bit;
            rule Pick(x, xs, y, ys, out) ~ True => out ~ Cons(x, rest) & Merge(Cons(y, ys), rest) ~ xs;
            rule Pick(x, xs, y, ys, out) ~ False => out ~ Cons(y, rest) & Merge(ys, rest) ~ Cons(x, xs);
        }
        { @main = r & Sort(r) ~ Cons(3, Cons(1, Cons(2, Cons(1, Nil)))) }
    }
}

pub fn bubble() -> Program {
    program! {
        {
            agent +True, +False, +Nil, +Cons(+head, +tail);
            agent -Sort(+done, -out) ~ Nil Cons, -Pass(+most, -rest, -last) ~ Nil Cons;
            agent -Swap(+most, +x, +xs, -rest, -last) ~ True False;
            rule Sort(done, out) ~ Nil => out ~ done;
            rule Sort(done, out) ~ Cons(x, xs) => Pass(x, rest, last) ~ xs & Sort(Cons(last, done), out) ~ rest;
            rule Pass(most, rest, last) ~ Nil => rest ~ Nil & last ~ most;
            rule Pass(most, rest, last) ~ Cons(x, xs) => {m1 m2} ~ most & {x1 x2} ~ x
                & m1 ~ $([<] $(x1 less)) & less ~ ?((False (* True)) bit) & Swap(m2, x2, xs, rest, last) ~ bit;
            rule Swap(most, x, xs, rest, last) ~ True => rest ~ Cons(most, ys) & Pass(x, ys, last) ~ xs;
            rule Swap(most, x, xs, rest, last) ~ False => rest ~ Cons(x, ys) & Pass(most, ys, last) ~ xs;
        }
        { @main = r & Sort(Nil, r) ~ Cons(3, Cons(1, Cons(2, Cons(1, Nil)))) }
    }
}
