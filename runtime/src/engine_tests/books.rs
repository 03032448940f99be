//! Calls: what a definition's copies, and the work that a call does at once, do with shared nodes.

use super::*;
use crate::{
    test_books::programs,
    word::{Tag, Word},
};

/// Pairs; sums of six, by an agent that holds what it waits for at both ends. A tree of calls; a loop of tail calls, with an accumulator.
const SMALL: &str = "
    agent +Pair(+a, +b), -Fst(-out);
    rule Fst(out) ~ Pair(a, b) => out ~ a & * ~ b;
    agent +Six(+a, -p, +b, -q, +c, -r, +d, -s, +e, -t, +f), -Open(-out, +x);
    rule Open(out, x) ~ Six(a, p, b, q, c, r, d, s, e, t, f) =>
        a ~ $([+] $(b ab)) & c ~ $([+] $(d cd)) & e ~ $([+] $(f ef)) & ab ~ $([+] $(cd abcd)) & ef ~ $([+] $(abcd out))
        & {p {q {r {s t}}}} ~ x;
    @six = (n r) & {s1 {s2 s3}} ~ Six(n, a, a, b, b, c, c, d, d, e, e)
        & Open(x, 1) ~ s1 & Open(y, 2) ~ s2 & x ~ $([+] $(y z)) & Fst(r) ~ Pair(z, s3)

    @tree = (?((1 @fork) r) r)
    @fork = ({a b} r) & @tree ~ (a $([+] $(c r))) & @tree ~ (b c)

    @loop = (?((@stop @turn) r) r)
    @stop = (a a)
    @turn = (n ($([+2] a) r)) & @loop ~ (n (a r))
";

/// Lists that are sorted, what is copied and what is thrown away. A loop with an accumulator, operators that wait; functions as arguments, duplicated; what is not needed. A
/// function of which half the arguments are there, at an operator that nothing comes to.
const LARGE: &str = "
    agent +True, +False, +Nil, +Cons(+head, +tail);
    agent -Sum(-out), -Sort(-out), -Insert(+x, -out), -Place(+x, +y, +ys, -out);
    rule Sum(out) ~ Nil => out ~ 0;
    rule Sum(out) ~ Cons(x, xs) => Sum(r) ~ xs & x ~ $([+] $(r out));
    rule Sort(out) ~ Nil => out ~ Nil;
    rule Sort(out) ~ Cons(x, xs) => Sort(r) ~ xs & Insert(x, out) ~ r;
    rule Insert(x, out) ~ Nil => out ~ Cons(x, Nil);
    rule Insert(x, out) ~ Cons(y, ys) => {x1 x2} ~ x & {y1 y2} ~ y
        & x1 ~ $([<] $(y1 less)) & less ~ ?((False (* True)) bit) & Place(x2, y2, ys, out) ~ bit;
    rule Place(x, y, ys, out) ~ True => out ~ Cons(x, Cons(y, ys));
    rule Place(x, y, ys, out) ~ False => out ~ Cons(y, zs) & Insert(x, zs) ~ ys;
    @list = (?((Nil @cons) r) r)
    @cons = ({n {a b}} Cons(h, t)) & @list ~ (n t) & a ~ $([*77] $([:%101] h)) & * ~ b
    @total = (n r) & @list ~ (n l) & Sort(s) ~ l & {s1 s2} ~ s & Fst(p) ~ Pair(s1, s2) & Sum(r) ~ p

    @sum = (?((0 @add) r) r)
    @add = ({n k} r) & @sum ~ (n s) & s ~ $([+] $(k r))

    @less = (?((0 @take) r) r)
    @take = ({n k} r) & @less ~ (n s) & k ~ $([-] $(s r))

    @inc = ($([+1] r) r)
    @two = ({(a b) (b c)} (a c))
    @deux = (&1{(a b) (b c)} (a c))
    @count = (n r) & @two ~ (@deux (@inc (n r)))

    @first = (a (* a))
    @pairs = (?(((* 5) @more) r) r)
    @more = ({a b} r) & @pairs ~ (a x) & @tree ~ (b y) & @first ~ (x (y r))

    @both = ({a b} (c d)) & @tree ~ (a c) & @loop ~ (b (0 d))

    @nothing = (?((* @later) r) r)
    @later = (n r) & @nothing ~ (n r)
    @gone = ({n k} r) & @nothing ~ (n none) & none ~ $([+] $(half s)) & @first ~ (k half) & @nine ~ (s r)
    @nine = (* 9)
";

/// Miri takes minutes to read a book, and a second to run it.
const HAS_LARGE: bool = !cfg!(miri);

/// `f` applied to numbers.
pub fn call<C: Engine>(threads: u64, program: &Program, f: u32, args: &[u32]) -> Outcome {
    let words = if cfg!(any(miri, shuttle)) { 1 << 13 } else { 1 << 20 };
    let outcome = reduce_with::<C>(program, threads, words, u64::MAX, |worker| {
        let mut term = Word::new(Tag::REF, 0, f);
        for &arg in args {
            let app = worker.node(nets::number(arg), Word::EMPTY);
            worker.link(term, Word::new(Tag::APP, 0, app));
            term = Word::port(Tag::APP, app, 1);
        }
        let root = nets::root(worker);
        worker.link(term, nets::out(root));
        vec![root]
    });
    outcome.expect("no limit")
}

/// The calls that are tried, and what they give.
fn calls() -> Vec<(&'static str, Vec<u32>, Vec<u32>)> {
    let depth = if cfg!(any(miri, shuttle)) { 2 } else { 10 };
    let mut calls = vec![
        ("tree", vec![depth], vec![1 << depth]),
        ("loop", vec![3 * depth, 7], vec![6 * depth + 7]),
        ("six", vec![depth], vec![2 * depth + 15]),
    ];
    let large = [
        ("sum", vec![4 * depth], vec![(0..4 * depth).sum()]),
        ("less", vec![4 * depth], vec![2 * depth]),
        ("count", vec![1], vec![5]),
        ("both", vec![depth], vec![1 << depth, 2 * depth]),
        ("pairs", vec![depth], vec![5]),
        ("gone", vec![30 * depth], vec![9]),
        ("total", vec![2 * depth], vec![(1..=2 * depth).map(|n| (n - 1) * 77 % 101).sum()]),
    ];
    if HAS_LARGE {
        calls.extend(large);
    }
    calls
}

/// Runs every call on `threads` threads, and compares it with one thread's; and in direct style, which counts the same, but
/// not by rule.
pub fn check(threads: &[u64]) {
    let large = if HAS_LARGE { LARGE } else { "" };
    let [(program, names), (direct, _)] = programs(&format!("{SMALL}{large}"));
    assert!(direct.is_direct());
    for (f, args, result) in calls() {
        let number = names.iter().position(|name| name == f).expect("a definition of the book") as u32;
        let expected = call::<Plain>(1, &program, number, &args);
        let leaves: Vec<Term> = result.iter().map(|&n| Term::Leaf(nets::number(n))).collect();
        assert!(expected.normal.ends_with(&leaves) && !expected.circles, "@{f} {args:?}: {expected:?}");
        let same = |found: Outcome, how: &str| {
            assert_eq!(found.counts.total(), expected.counts.total(), "@{f} {args:?} {how}");
            assert_eq!((&found.normal, found.circles), (&expected.normal, false), "@{f} {args:?} {how}");
        };
        same(call::<Plain>(1, &direct, number, &args), "in direct style");
        for &threads in threads {
            assert_eq!(
                call::<Shared>(threads, &program, number, &args),
                expected,
                "@{f} {args:?} on {threads} threads"
            );
            same(call::<Shared>(threads, &direct, number, &args), &format!("in direct style on {threads} threads"));
        }
    }
}

#[cfg(not(shuttle))]
#[test]
fn calls_on_threads() {
    check(THREADS);
}
