//! What who comes from Rust, or from rewriting by an e-graph, writes in a val: the error says what to write instead.

use super::bodies::each_is_one_error;

#[test]
fn what_only_rust_has_is_told() {
    each_is_one_error(RUST);
}

#[test]
fn what_rewrites_nothing_is_told() {
    each_is_one_error(REWRITES);
}

#[test]
fn vals_that_need_each_other_are_told() {
    each_is_one_error(CIRCLES);
}

/// A name that is given later may itself be made of names before.
#[test]
fn names_are_given_in_any_order() {
    for body in
        ["a :- c b :- a c :- x returns a + b", "b :- a + c a :- c c :- x returns b", "c :- x b :- a a :- c returns b"]
    {
        let block = format!("val f(x: u64) -> u64 {{ {body} }} fn g(x: u64) -> u64 impls f {{ eval(x) }}");
        assert_eq!(super::messages(&block), [""; 0], "{block}");
    }
    each_is_one_error(&[(
        "val f(x: u64) -> u64 { a :- b + 1 b :- a returns x } fn g(x: u64) -> u64 impls f { eval(x) }",
        "a",
        "`a` is made of itself",
    )]);
}

/// And nothing of what follows from it.
#[test]
fn rows_are_not_computed_with() {
    for value in ["-a", "a + 1.0", "sum(args)", "-args", "args * 2.0"] {
        let block = format!(
            "space expr: Batch<Math>; fn f(b: &Batch<expr>) -> Data<expr, f64> impls cost {{ bottom_up(b) }} \
             val cost(n: Math) -> f64 {{ returns match n {{ Op(_, args..) => {value}, Neg(a) => {value}, _ => 1.0 }} }}"
        );
        let block = match value.contains("args") {
            true => block.replace(&format!("Neg(a) => {value}, "), ""),
            false => block.replace(&format!("Op(_, args..) => {value}, "), ""),
        };
        assert_eq!(super::messages(&block).len(), 1, "{block}");
    }
}

/// A row of the old batch is a value like others, where nobody takes it for a new node.
#[test]
fn old_rows_are_values() {
    for arms in [
        "Neg(x) => base[x], _ => n",
        "Neg(x) => match x { Neg(y) => y, _ => n }, _ => n",
        "Num | Var => n, Neg(x) => match base[x] { Neg(y) => y, _ => base[x] }, If(a, _, _) | Add(a, _) => base[a], Op => old[n]",
        "Neg(x) => match base[x] { Neg(y) => y, _ => old[n] }, _ => old[n]",
    ] {
        let block = format!(
            "space expr: Batch<Math>; val old(n: Math) -> Idx<expr> {{ returns n }} \
             val base(n: Math) -> Idx<expr> {{ returns match n {{ {arms} }} }} \
             fn f(b: &Batch<expr>) -> (Data<expr, Idx<expr>>, Data<expr, Idx<expr>>) impls base, old {{ bottom_up(b) }}"
        );
        assert_eq!(super::messages(&block), [""; 0], "{block}");
    }
}

const RUST: &[(&str, &str, &str)] = &[
    (
        "extern(cpu) pure half(u64) -> Option<u64>; val f(n: u64) -> u64 { returns half(n)? + 1 } \
         fn g(n: u64) -> u64 impls f { eval(n) }",
        "?",
        "a val has no `?`: it is one value, and returns from nowhere else\nhelp: match on what this is: `match x { Some(y) => …, None => … }`",
    ),
    (
        "extern(cpu) pure half(u64) -> Option<u64>; val f(n: u64) -> u64 { if n < 2 { n } else if let Some(m) = half(n) { m } else { 0 } } \
         fn g(n: u64) -> u64 impls f { eval(n) }",
        "let",
        "a val has no `if let`\nhelp: write `match x { Some(y) => …, _ => … }`",
    ),
    (
        "val f(n: u64) -> u64 { returns vec![n][0] + 1 } fn g(n: u64) -> u64 impls f { eval(n) }",
        "vec",
        "a val calls no macros, as `vec!` is one\nhelp: an array is `[a, b]`",
    ),
    (
        "val f(n: u64) -> bool { returns n != 0 && std::matches!(n, 1 | 2) } fn g(n: u64) -> bool impls f { eval(n) }",
        "matches",
        "a val calls no macros, as `matches!` is one\nhelp: write `match x { pattern => true, _ => false }`",
    ),
    (
        "val f(n: u64) -> u64 { returns n + 1 } fn g(n: u64) -> u64 impls f { println!(\"{n}\"); n + 1 }",
        "println",
        "a body calls no macros, as `println!` is one",
    ),
    (
        "val f(n: u64) -> u64 { returns n + 1 } fn g(n: u64) -> u64 impls f { let m = n?; m + 1 }",
        "?",
        "a body has no `?` after a value",
    ),
    (
        "val f(n: u64) -> u64 { returns n + 1 } fn g(n: u64) -> u64 impls f { if let 0 = n { n + 1 } else { n + 1 } }",
        "let",
        "a body has no `if let`",
    ),
];

const REWRITES: &[(&str, &str, &str)] = &[
    (
        "space expr: Batch<Math>; \
         val simplify(it: Math) -> Idx<expr> { returns match it { Num | Var => it, Neg(x) => { y :- simplify[x]; match y { Neg(z) => z, _ => it } }, _ => it } } \
         fn f(b: &Batch<expr>) -> Data<expr, Idx<expr>> impls simplify { bottom_up(b) }",
        "it",
        "`it` has the children of the old batch here, and not what `simplify` made of them\n\
         help: to rewrite, make a batch of another space: `space out: Batch<Math>;`, `val simplify(n: expr) -> Idx<out>`",
    ),
    (
        "space out: Batch<Math>; \
         val simplify(n: out) -> Idx<out> { returns match n { Neg(x) => Num(1.0), _ => n } } \
         fn f(b: &Batch<out>) -> Data<out, Idx<out>> impls simplify { bottom_up(b) }",
        "Num",
        "`simplify` makes no node `Num`: its value is a row of the old batch\n\
         help: to rewrite, make a batch of another space: `space new: Batch<Math>;`, `val simplify(n: out) -> Idx<new>`",
    ),
    (
        "space expr: Batch<Math>; space out: Batch<Math>; \
         val simplify(n: expr) -> Idx<out> { returns match n { Add(a, b) => Add(simplify[a], b), _ => n } }",
        "b",
        "`Idx<out>` is wanted here, and this is a child in `expr`\nhelp: write `simplify[b]`",
    ),
    (
        "space expr: Batch<Math>; space out: Batch<Math>; \
         val simplify(n: expr) -> Idx<out> { returns match n { Op(f, all..) => Op(f, all), _ => n } }",
        "all",
        "a list of `Idx<out>` is wanted here, and this is a list of children in `expr`\nhelp: write `simplify[all]`",
    ),
    (
        "space expr: Batch<Math>; space out: Batch<Math>; \
         val simplify(n: expr) -> Idx<out> { returns match n { Neg(x) => simplify[Neg(simplify[x])], _ => n } }",
        "Neg",
        "`simplify` is read at a row that it has made, and has no value there\nhelp: a pass rewrites each row of `expr` once",
    ),
    (
        "space expr: Batch<Math>; val same(n: Math) -> Idx<expr> { returns n } \
         fn f(b: &Batch<expr>) -> (Batch<expr>, Mapping<expr, expr>) impls same { bottom_up(b) }",
        "(Batch<expr>, Mapping<expr, expr>)",
        "`same` is not what this function returns\n\
         help: write `-> Data<expr, Idx<expr>>`; a val that makes a batch is of a row of another space",
    ),
    // That it is a val of rows is not known any more: one error.
    (
        "space expr: Batch<Math>; space out: Batch<Math>; val cost(n: Math) -> f64 { returns match n { Neg(x) => cost[x], _ => 1.0 } } \
         val more(n: expr) -> f64 { returns match n { Neg(x) => cost[x], _ => 1.0 } } \
         fn f(b: &Batch<expr>) -> Data<expr, f64> impls more { bottom_up(b) }",
        "Math",
        "`Math` is the language of several spaces",
    ),
];

const CIRCLES: &[(&str, &str, &str)] = &[
    (
        "space expr: Batch<Math>; val up(n: Math) -> u32 { returns match n { Neg(x) => up[x] + down[n], _ => 1 } } \
         val down(n: Math) -> u32 default 0 join add { match n { Neg(x) => down[x] <- up[n], _ => {} } } \
         fn f(b: &Batch<expr>) -> Data<expr, u32> impls up { bottom_up(b) }",
        "up",
        "`up` needs `down`, which needs `up`\n\
         help: make two functions of it, the second of which takes what the first one made: give `up` a parameter `before: &Data<expr, u32>`, and read that in place of `down`",
    ),
    (
        "space expr: Batch<Math>; val one(n: Math) -> u32 { returns match n { Neg(x) => two[x], _ => 1 } } \
         val two(n: Math) -> u32 { returns match n { Neg(x) => three[x], _ => 1 } } val three(n: Math) -> u32 { returns match n { Neg(x) => one[x], _ => 1 } } \
         fn f(batch: &Batch<expr>) -> Data<expr, u32> impls one { bottom_up(batch) }",
        "one",
        "`one` needs `two`, which needs `three`, which needs `one`\n\
         help: compute them in one pass: `impls one, two, three`, and `bottom_up(batch).fuse()`",
    ),
];
