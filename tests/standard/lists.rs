//! Lists, and trees with numbers of the core.

use super::{Program, program};

pub fn lists() -> Program {
    program! {
        {
            agent +Z, +S(+n), +Nil, +Cons(+head, +tail);
            group List = Nil Cons;
            agent -Add(+b, -out) ~ Z S;
            agent -Append(+ys, -out) ~ List, -Reverse(-out) ~ List, -Onto(+ys, -out) ~ List, -Length(-out) ~ List;
            // Functions, and what applies them.
            agent +Succ, +Plus(+n), -Apply(+x, -out) ~ Succ Plus, -Map(+f, -out) ~ List;
            rule Add(b, out) ~ Z => out ~ b;
            rule Add(b, out) ~ S(a) => out ~ S(r) & Add(b, r) ~ a;
            rule Append(ys, out) ~ Nil => out ~ ys;
            rule Append(ys, out) ~ Cons(x, xs) => out ~ Cons(x, zs) & Append(ys, zs) ~ xs;
            rule Reverse(out) ~ Nil => out ~ Nil;
            rule Reverse(out) ~ Cons(x, xs) => Reverse(r) ~ xs & Append(Cons(x, Nil), out) ~ r;
            rule Onto(ys, out) ~ Nil => out ~ ys;
            rule Onto(ys, out) ~ Cons(x, xs) => Onto(Cons(x, ys), out) ~ xs;
            rule Length(out) ~ Nil => out ~ Z;
            rule Length(out) ~ Cons(*, xs) => out ~ S(n) & Length(n) ~ xs;
            rule Apply(x, out) ~ Succ => out ~ S(x);
            rule Apply(x, out) ~ Plus(n) => Add(x, out) ~ n;
            rule Map(f, out) ~ Nil => out ~ Nil & * ~ f;
            rule Map(f, out) ~ Cons(x, xs) => {f1 f2} ~ f & Apply(x, y) ~ f1 & out ~ Cons(y, ys) & Map(f2, ys) ~ xs;
        }
        { @main = r & Append(Cons(2, Nil), r) ~ Cons(0, Cons(1, Nil)) }
    }
}

pub fn sums() -> Program {
    program! {
        {
            agent +Nil, +Cons(+head, +tail), -Sum(-out) ~ Nil Cons;
            agent +Leaf(+n), +Fork(+left, +right), -TreeSum(-out) ~ Leaf Fork;
            rule Sum(out) ~ Nil => out ~ 0;
            rule Sum(out) ~ Cons(x, xs) => Sum(r) ~ xs & x ~ $([+] $(r out));
            rule TreeSum(out) ~ Leaf(n) => out ~ n;
            rule TreeSum(out) ~ Fork(a, b) => TreeSum(x) ~ a & TreeSum(y) ~ b & x ~ $([+] $(y out));
            // A tree of that depth, with 2^depth leaves from `from` * 2^depth on.
            @tree = (?(((n Leaf(n)) @fork) r) r)
            @fork = ({c d} ({$([*2] e) $([*2] $([+1] f))} Fork(a, b))) & @tree ~ (c (e a)) & @tree ~ (d (f b))
            // n, …, 1
            @list = (?((Nil @cons) r) r)
            @cons = ({n $([+1] h)} Cons(h, t)) & @list ~ (n t)
        }
        { @main = (r s) & @tree ~ (7 (0 t)) & TreeSum(r) ~ t & @list ~ (100 l) & Sum(s) ~ l }
    }
}
