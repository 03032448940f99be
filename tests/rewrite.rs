//! Equations as passes: the normal form stays where they are true.

#[allow(dead_code, reason = "other tests use the rest")]
mod support;

use polarnet::{AnyBook, EngineKind, Numbers, Runtime, passes::Rewrite, reader::Source, rewrite};
use std::cell::Cell;
use support::{
    agree::runtime,
    choices::Choices,
    tries::{cases, try_texts},
};

const NAT: &str = "agent +Zero, +Succ(+n), -Add(+b, -out), -Mul(+b, -out);
    rule Add(b, out) ~ Zero    => out ~ b;
    rule Add(b, out) ~ Succ(n) => out ~ Succ(t) & Add(b, t) ~ n;
    rule Mul(b, out) ~ Zero    => out ~ Zero & b ~ *;
    rule Mul(b, out) ~ Succ(n) => {c d} ~ b & Mul(c, t) ~ n & Add(t, out) ~ d;";

const LISTS: &str = "agent +Nil, +Cons(#head: u32, +tail), -Append(+ys, -out), -Put(#head: u32, +tail, -out);
    rule Append(ys, out) ~ Nil          => out ~ ys;
    rule Append(ys, out) ~ Cons(#x, xs) => out ~ Cons(#x, t) & Append(ys, t) ~ xs;
    rule Put(#x, xs, out) ~ #y          => out ~ Cons(#x, Cons(#y, xs));";

fn parse(text: &str) -> AnyBook {
    let source = Source::new("the book", text).numbers(Numbers::Native);
    let parsed = source.parse();
    parsed.book.unwrap_or_else(|| panic!("{}", source.render(&parsed.diagnostics, false)))
}

fn run(book: &AnyBook, runtime: &Runtime) -> (String, u64) {
    let done = book.with(|book| runtime.run(book)).unwrap_or_else(|error| panic!("{error}\n{book}"));
    (done.to_string(), done.stats.interactions())
}

/// What equations make of a book, without what it declares; the normal form is the same.
#[track_caller]
fn rewritten(equations: &Rewrite, text: &str) -> String {
    let book = parse(text);
    let new = book.with(|book| equations.run(book)).unwrap_or_else(|error| panic!("{error}"));
    if text.contains("@main") {
        for engine in [EngineKind::Oracle, EngineKind::Bag, EngineKind::Shared] {
            assert_eq!(run(&new, &runtime(engine, 1)).0, run(&book, &runtime(engine, 1)).0, "{new}");
        }
        assert_eq!(run(&parse(&new.to_string()), &Runtime::new()), run(&new, &Runtime::new()), "{new}");
    }
    let new = new.to_string();
    new[new.find("\n\n").unwrap() + 2..].to_owned()
}

/// The definition `@f`, after equations.
#[track_caller]
fn f(equations: &Rewrite, text: &str) -> String {
    let new = rewritten(equations, text);
    let (_, f) = new.split_once("@f = ").unwrap();
    f.split("\n\n").next().unwrap().trim().to_owned()
}

#[test]
fn nested_patterns_in_definitions() {
    let equations = rewrite! {
        (Add x Zero) => x;
        (Add Zero x) => x;
        (Mul x Zero) => Zero & x ~ *;
        (Mul x (Succ Zero)) => x;
        (Mul x (Add y z)) => (Add (Mul a y) (Mul b z)) & x ~ {a b};
    };
    let f = |net: &str| f(&equations, &format!("{NAT} @f = {net}"));
    assert_eq!(f("(x r) & Add(Zero, r) ~ x"), "(x0 x0)");
    assert_eq!(f("(x r) & Add(x, r) ~ Zero"), "(x0 x0)");
    assert_eq!(f("(x r) & Mul(Succ(Zero), r) ~ x"), "(x0 x0)");
    assert_eq!(f("(x r) & Mul(Zero, r) ~ x"), "(* Zero)");
    // One is the other's argument, as a wire and as a term.
    assert_eq!(f("(x r) & Add(Zero, y) ~ x & Mul(Succ(Zero), r) ~ y"), "(x0 x0)");
    assert_eq!(f("(Add(Zero, y) r) & Mul(Succ(Zero), r) ~ y"), "(x0 x0)");
    // What stands in it may be anything.
    assert_eq!(f("(x r) & Add(Zero, r) ~ Succ(Succ(x))"), "(x0 Succ(Succ(x0)))");
    // `out` goes on where it went; `x` is copied.
    assert_eq!(f("(x (y (z r))) & Add(z, t) ~ y & Mul(t, r) ~ x"), "({Mul(x0, Add(x1, x2)) Mul(x3, x1)} (x0 (x3 x2)))");
    // A pattern that does not fit changes nothing.
    assert_eq!(f("(x r) & Mul(Succ(Succ(Zero)), r) ~ x"), "(x0 x1)\n  & Mul(Succ(Succ(Zero)), x1) ~ x0");
}

/// `((a ++ b) ++ c) ++ d` walks through `a` three times, `a ++ (b ++ (c ++ d))` through each once.
#[test]
fn lists_are_appended_to_the_right() {
    let equations = rewrite! { (Append (Append x y) z) => (Append x (Append y z)) };
    let f = |net: &str| f(&equations, &format!("{LISTS} @f = {net}"));
    let right = "(Append(x0, x1) (Append(x2, x0) (Append(x3, x2) (x3 x1))))";
    assert_eq!(f("(x (y (z (w r)))) & Append(y, s) ~ x & Append(z, t) ~ s & Append(w, r) ~ t"), right);
    let text = format!(
        "{LISTS} @main = r & Append(Cons(4, Nil), r) ~ c & Append(Cons(3, Nil), c) ~ b & Append(Cons(2, Nil), b) ~ Cons(1, Nil)"
    );
    let book = parse(&text);
    let new = book.with(|book| equations.run(book)).unwrap();
    let (before, after) = (run(&book, &Runtime::new()), run(&new, &Runtime::new()));
    assert_eq!(before.0, after.0);
    assert!(after.1 < before.1, "{} and {}", before.1, after.1);
}

/// Which of two that overlap is taken.
#[test]
fn the_outermost_and_the_first_equation_are_taken() {
    let outermost = rewrite! { (Add (Add x y) z) => (Mul (Mul x y) z) };
    let net = "(x (y (z (w r)))) & Add(y, s) ~ x & Add(z, t) ~ s & Add(w, r) ~ t";
    let new = f(&outermost, &format!("{NAT} @f = {net}"));
    // (Add (Add (Add x y) z) w) is (Mul (Mul (Add x y) z) w), not (Add (Mul (Mul x y) z) w).
    assert_eq!(new, "(Add(x0, Mul(x1, Mul(x2, x3))) (x0 (x1 (x2 x3))))");
    let first = |equations: &Rewrite| f(equations, &format!("{NAT} @f = (x r) & Add(Zero, r) ~ x"));
    assert_eq!(first(&rewrite! { (Add x y) => (Mul x y); (Add x Zero) => x }), "(Mul(Zero, x0) x0)");
    assert_eq!(first(&rewrite! { (Add x Zero) => x; (Add x y) => (Mul x y) }), "(x0 x0)");
}

#[test]
fn right_sides_of_rules_are_rewritten() {
    let equations = rewrite! { (Add x Zero) => x; (Add (Succ x) y) => (Succ (Add x y)) };
    let text = format!(
        "{NAT} agent -Double(-out); rule Double(out) ~ Zero => Add(Zero, out) ~ Zero;
        rule Double(out) ~ Succ(n) => {{a b}} ~ n & Add(t, out) ~ Succ(a) & Add(Zero, t) ~ Succ(b);
        @main = r & Double(r) ~ Succ(Succ(Zero))"
    );
    let new = rewritten(&equations, &text);
    assert!(new.contains("rule Double(x0) ~ Zero => x0 ~ Zero;"), "{new}");
    let rule = new.split("rule Double(x0) ~ Succ(x1) =>").nth(1).unwrap();
    assert!(rule.contains("Succ(") && rule.matches("Add").count() == 1 && !rule.contains("Zero"), "{new}");
}

#[test]
fn numbers_are_matched_and_moved() {
    let equations = rewrite! {
        (Put 1 0 xs) => (Append xs Nil);
        (Append (Cons x xs) ys) => (Cons x (Append xs ys));
        (Append Nil ys) => ys;
        (Put y 7 xs) => (Cons 7 (Cons 8 Nil)) & y ~ * & xs ~ *;
    };
    let f = |net: &str| f(&equations, &format!("{LISTS} @f = {net}"));
    assert_eq!(f("r & Put(0, Cons(2, Nil), r) ~ 1"), "Cons(2, Nil)");
    assert_eq!(f("r & Append(Cons(3, Nil), r) ~ Cons(2, Nil)"), "Cons(2, Cons(3, Nil))");
    assert_eq!(f("(xs r) & Put(7, xs, r) ~ 3"), "(* Cons(7, Cons(8, Nil)))");
    assert_eq!(f("(xs r) & Put(1, xs, r) ~ 1"), "(x0 x1)\n  & Put(1, x0, x1) ~ 1");
    // What a rule computes is moved as it is, and is erased.
    let text = format!(
        "{LISTS} agent -Go(-out), -Add(#a: u32, -out); rule Add(#a, out) ~ #b => out ~ #(a + b);
        rule Go(out) ~ #n if n > 9 => Append(Nil, out) ~ Cons(#(n + 1), Nil);
        rule Go(out) ~ #n => Put(7, Nil, out) ~ #(n * 2);
        @main = (r s) & Go(r) ~ 10 & Go(s) ~ 4"
    );
    let new = rewritten(&equations, &text);
    assert!(new.contains("=> x0 ~ Cons(#(n0 + 1), Nil);"), "{new}");
    assert!(new.contains("Cons(7, Cons(8, Nil))"), "{new}");
}

/// Equations without an end are cut off, and what they have made is as good as the rest.
#[test]
fn endless_equations_are_cut_off() {
    for equations in [
        rewrite! { (Add x y) => (Add y x) },
        rewrite! { (Add x y) => (Add (Add x Zero) y) },
        rewrite! { (Add x Zero) => (Add x (Mul Zero Zero)); (Mul Zero Zero) => Zero },
    ] {
        rewritten(&equations, &format!("{NAT} @main = r & Add(Succ(Zero), r) ~ Zero"));
    }
}

/// A wire of the pattern that comes back into it, and a circle that would be left.
#[test]
fn circles_stay() {
    let equations = rewrite! { (Add (Add x y) z) => (Add x (Add y z)); (Add x Zero) => x };
    let f = |net: &str| f(&equations, &format!("{NAT} @f = {net}"));
    assert_eq!(f("1 & Add(Zero, x) ~ x"), "1\n  & Add(Zero, x0) ~ x0");
    assert!(f("1 & Add(y, x) ~ x & {y *} ~ Zero").contains("Add("));
    assert!(f("(y r) & Add(y, t) ~ r2 & Add(Zero, r2) ~ q & {q r} ~ t").contains("Add("));
}

#[test]
fn what_a_book_does_not_declare() {
    let text =
        "agent +zero, +Zero, +Succ(+n), -Add(+b, -out), -Two(-a, -b), +Lazy(-demand), -Fan(#l: u32, -a); @main = *";
    let book = parse(text);
    for (equations, error) in [
        ("(Add x Zeroo) => x", "the book has no agent `Zeroo`, in `(Add x Zeroo) => x`\nhelp: there is `Zero`"),
        (
            "(Add x Zero) => x; (Sub x) => x",
            "the book has no agent `Sub`, in `(Sub x) => x`\nhelp: declare it in the book; a variable starts with a small letter",
        ),
        (
            "(Add x) => x",
            "`Add` has 1 terms here, and takes 2, in `(Add x) => x`\nhelp: write `(Add _ _)`: what it meets, then what is at \
             its other ports",
        ),
        (
            "(Add (Succ) x) => x",
            "`Succ` has 0 terms here, and takes 1, in `(Add Succ x) => x`\nhelp: write `(Succ _)`: what is at its ports",
        ),
        (
            "(Two x) => x",
            "`Two` is no agent that takes values and gives one, in `(Two x) => x`\nhelp: it takes values at all ports but \
             one: rewrite nets of others in a pass of your own",
        ),
        (
            "(Add (Lazy x) y) => (Add x y)",
            "`Lazy` is no agent that takes values and gives one, in `(Add (Lazy x) y) => (Add x y)`\nhelp: it takes values \
             at all ports but one: rewrite nets of others in a pass of your own",
        ),
        (
            "(Add zero x) => (Add x zero)",
            "`zero` is an agent of the book, in `(Add zero x) => (Add x zero)`\nhelp: write `(zero)`, or rename the variable",
        ),
        (
            "(Succ x) => (Succ (Succ x))",
            "the left side is a value, which is part of results, in `(Succ x) => (Succ (Succ x))`\nhelp: write what an agent \
             makes of it: `(Add x Zero) => x`",
        ),
        (
            "(Add x y) => (Fan x y)",
            "`y` stands at a port that holds a number, and may be another value, in `(Add x y) => (Fan x y)`\nhelp: there \
             may be a literal, or a variable from such a port",
        ),
        (
            "(Fan x Zero) => x",
            "`Zero` stands at a port that holds a number, in `(Fan x Zero) => x`\nhelp: write a number, or a variable",
        ),
        (
            "(Fan x +1) => x",
            "`+1` stands at a port for numbers of another type, in `(Fan x +1) => x`\nhelp: write one of type u32",
        ),
        (
            "(Fan x l) => (Fan x a) & l ~ {a b} & b ~ *",
            "`a` stands at a port that holds a number, and may be another value, in `(Fan x l) => (Fan x a) & l ~ {a b} & b \
             ~ *`\nhelp: there may be a literal, or a variable from such a port",
        ),
    ] {
        let equations = Rewrite::parse(equations).unwrap_or_else(|errors| panic!("{errors:?}"));
        let found = book.with(|book| equations.run(book)).expect_err(error);
        assert_eq!(found.to_string(), error);
    }
}

#[test]
fn texts_that_are_no_equations_say_why() {
    let deep = format!("{}x{} => x", "(Succ ".repeat(70), ")".repeat(70));
    for (text, message, at) in [
        ("(Add x Zero) = x", "expected `=>`, found `=`", 13),
        ("(Mul x Zero) => Zero", "the variable `x` is lost", 5),
        ("(Add x y) => (Add x x) & y ~ *", "the variable `x` is used twice", 20),
        ("(Add x Zero) => y & x ~ *", "unknown variable `y`", 16),
        ("(Add x Zero) => x & y ~ *", "unknown variable `y`", 20),
        ("(Add x x) => x", "the variable `x` is there twice", 7),
        ("(Add x", "expected a term, found the end", 6),
        ("λ => x", "unexpected character `λ`", 0),
        (&deep, "the term is too deep", 6 * 65),
    ] {
        let errors = Rewrite::parse(text).expect_err(text);
        assert_eq!((&*errors[0].message, errors[0].span.lo), (message, at), "{text}");
        assert!(!errors[0].help.is_empty());
        // As of a file.
        assert!(Source::new("equations", text).render(&errors, false).contains(message));
    }
    assert!(Rewrite::parse(&";".repeat(1_000_000)).expect_err("no equations").len() < 100);
    assert_eq!(Rewrite::parse("(A x) => ; (B) => y; (C x) => x & x ~ *").expect_err("three").len(), 3);
    assert!(Rewrite::parse(" // nothing\n").unwrap().equations().is_empty());
}

/// An expression of sums and products, on the wire `out`; what it is worth is small.
fn expression(c: &mut Choices, depth: usize, next: &mut usize, redexes: &mut Vec<String>) -> String {
    let kind = if depth == 0 { c.below(2) } else { c.weighted(&[1, 3, 6, 3]) };
    let argument =
        |c: &mut Choices, next: &mut usize, redexes: &mut Vec<String>| expression(c, depth - 1, next, redexes);
    match kind {
        0 => "Zero".to_owned(),
        1 if depth == 0 => "Succ(Zero)".to_owned(),
        1 => format!("Succ({})", argument(c, next, redexes)),
        _ => {
            let [a, b] = [(); 2].map(|()| argument(c, next, redexes));
            let out = format!("w{next}");
            *next += 1;
            redexes.push(format!("{}({b}, {out}) ~ {a}", if kind == 2 { "Add" } else { "Mul" }));
            out
        }
    }
}

#[test]
fn true_equations_keep_normal_forms() {
    let equations = rewrite! {
        (Add x Zero) => x;
        (Add Zero x) => x;
        (Add (Succ x) y) => (Succ (Add x y));
        (Add (Add x y) z) => (Add x (Add y z));
        (Mul x Zero) => Zero & x ~ *;
        (Mul Zero x) => Zero & x ~ *;
        (Mul x (Succ y)) => (Add a (Mul b y)) & x ~ {a b};
        (Mul (Mul x y) z) => (Mul x (Mul y z));
    };
    let (changed, count) = (Cell::new(0), cases(300));
    let generate = |c: &mut Choices| {
        let [mut main, mut rule] = [Vec::new(), Vec::new()];
        let mut next = 0;
        let [root, on_right] =
            [(&mut main, 5), (&mut rule, 3)].map(|(redexes, depth)| expression(c, depth, &mut next, redexes));
        let join = |redexes: Vec<String>| redexes.into_iter().map(|redex| format!(" & {redex}")).collect::<String>();
        let rule = format!("agent -Go(-out); rule Go(out) ~ Zero => out ~ {on_right}{};", join(rule));
        format!("{NAT} {rule} @main = (r {root}) & Go(r) ~ Zero{}", join(main))
    };
    try_texts(count, generate, |text| {
        let book = parse(text);
        let new = book.with(|book| equations.run(book)).map_err(|error| error.to_string())?;
        changed.set(changed.get() + u32::from(new.to_string() != book.to_string()));
        let limited = |engine| runtime(engine, 1).max_interactions(2_000_000);
        for engine in [EngineKind::Oracle, EngineKind::Bag] {
            let [before, after] = [&book, &new].map(|book| run(book, &limited(engine)).0);
            if before != after {
                return Err(format!("{before} is {after}\n{new}"));
            }
        }
        if new.with(|book| equations.run(book)).unwrap().to_string() != new.to_string() {
            return Err(format!("there was more to do\n{new}"));
        }
        Ok(())
    });
    assert!(changed.get() > count / 2, "{changed:?} of {count}");
}
