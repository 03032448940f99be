//! Right sides as steps.

mod fusion;
mod waiting;

use crate::{Actor, actors, definitions, guessed};
use polarnet_syntax::{
    book::AnyBook,
    infer::infer,
    number::Numbers,
    table::{Place, Table},
    text::parse_text,
};

const AGENTS: &str = "agent +Nil, +Cons(+head, +tail), +Ask(-question, +rest), -Get(-out), -Two(+a, -b, -c), -Take(#n: u32, +x, -out);\n";

fn book(text: &str) -> AnyBook {
    let net = parse_text(&format!("{AGENTS}{text}\n@main = *"), Numbers::Native).0.expect(text);
    AnyBook::new(&Table::assemble(&net, &infer(&net), |_| Place::default()))
}

/// The steps of the one rule, with the names of agents.
#[track_caller]
fn steps(rule: &str, expected: &[&str]) {
    book(rule).with(|book| {
        let actors = actors(book).expect("it is polarized");
        let mut bodies = actors.iter().flat_map(|actor| &actor.arms).flat_map(|arm| &arm.choices);
        let mut text = bodies.next().expect("a rule").body.to_string();
        for (at, symbol) in book.declared().enumerate() {
            let name = &book.agent(symbol).name;
            text = text.replace(&format!("call {at}("), &format!("{name}(")).replace(&format!("agent {at}"), name);
        }
        assert_eq!(text.lines().collect::<Vec<_>>(), expected, "{rule}");
    });
}

#[test]
fn calls_stand_in_the_order_of_their_data() {
    // `Get` of the tail gives what `Two` needs, wherever it is written.
    let expected =
        ["r0 = Get(f1)", "r1, r2 = Two(r0, f0)", "n0 = Cons, in place", "n0.0 = r1", "n0.1 = r2", "return n0"];
    steps("rule Get(out) ~ Cons(x, xs) => out ~ Cons(a, b) & Two(x, a, b) ~ t & Get(t) ~ xs;", &expected);
    steps("rule Get(out) ~ Cons(x, xs) => Get(t) ~ xs & Two(x, a, b) ~ t & out ~ Cons(a, b);", &expected);
}

#[test]
fn what_is_not_needed_goes_first() {
    let expected = ["erase f0", "r0 = Get(f1)", "return r0"];
    steps("rule Get(out) ~ Cons(*, xs) => Get(out) ~ xs;", &expected);
    // A result that nobody needs is erased when it is there.
    let expected = ["r0, r1 = Two(f1, f0)", "erase r1", "return r0"];
    steps("rule Get(out) ~ Cons(x, xs) => Two(x, out, *) ~ xs;", &expected);
}

#[test]
fn a_value_on_the_way_to_itself_goes_through_a_cell() {
    let expected = ["r0 = wire", "r1, r2 = Two(f0, r0)", "give r2 to r0", "erase f1", "return r1"];
    steps("rule Get(out) ~ Cons(x, xs) => Two(again, out, again) ~ x & xs ~ *;", &expected);
}

#[test]
fn values_with_negative_ports() {
    // Of a value that is met: the place gets its answer. Its node has a cell, and is not used again.
    let expected = ["give 5 to f0", "r0 = Get(f1)", "return r0"];
    steps("rule Get(out) ~ Ask(question, rest) => question ~ 5 & Get(out) ~ rest;", &expected);
    // Of one that is built: what comes to its cell is a variable.
    let expected = ["n0 = Ask, in place", "n0.1 = f0", "r0 = Get(var n0.0)", "erase r0", "erase f1", "return n0"];
    steps("rule Get(out) ~ Cons(x, xs) => out ~ Ask(q, x) & Get(*) ~ q & xs ~ *;", &expected);
}

#[test]
fn the_core_and_numbers() {
    let expected = ["r0, r1 = dup(p1)", "r2 = opr(r0, [+])", "r3 = opr(r2, r1)", "return r3"];
    steps("rule Take(#n, x, out) ~ Nil => x ~ {a b} & a ~ $([+] c) & c ~ $(b out);", &expected);
    let expected = ["erase p1", "r0 = Take(f1, #0, f0)", "return r0"];
    steps("rule Take(#n, *, out) ~ Cons(x, xs) => Take(#(n - 1), x, out) ~ xs;", &expected);
}

#[test]
fn what_is_on_the_way_to_itself_is_done_once() {
    // What the switch meets comes from what its own result is given to.
    book("@d = * & x ~ ?((* (y y)) ((z *) (z w))) & 0 ~ ((v w) (v x))").with(|book| {
        let function = &definitions(book).expect("it is polarized")[1].functions[&0];
        assert_eq!(function.to_string().matches("switch").count(), 1, "{function}");
    });
}

#[test]
fn unpolarized_books_are_interpreted() {
    let text = "#![unpolarized] agent +Nil, -Get(-out); rule Get(out) ~ Nil => out ~ Nil; @main = r & (r *) ~ (* *) & @f ~ @f @f = {* *}";
    let net = parse_text(text, Numbers::Native).0.expect(text);
    let book = AnyBook::new(&Table::assemble(&net, &infer(&net), |_| Place::default()));
    book.with(|book| assert!(actors(book).is_none()));
    let hvm = "#![numbers(hvm24)] agent +Nil, -Get(-out); rule Get(out) ~ Nil => out ~ Nil; @main = *";
    let net = parse_text(hvm, Numbers::Native).0.expect(hvm);
    let book = AnyBook::new(&Table::assemble(&net, &infer(&net), |_| Place::default()));
    book.with(|book| assert!(actors(book).is_none()));
}

/// `sum` of a tree of constructors: what it is applied to is one of two definitions, and both are written out. Where it is called, it
/// is written out, too: only as a value it is needed.
#[test]
fn constructors_are_guessed() {
    let text = "@main = r & @sum ~ (t r) & @Fork ~ (@one (@one t)) @one = t & @Leaf ~ (1 t)
        @Leaf = (n (* ((n r) r))) @Fork = (a (b ((a (b r)) (* r)))) @value = @sum
        @sum = ((@fork (@leaf r)) r) @leaf = (n n) @fork = (a (b r)) & @sum ~ (a $([+] $(q r))) & @sum ~ (b q)";
    let net = parse_text(text, Numbers::Native).0.expect(text);
    AnyBook::new(&Table::assemble(&net, &infer(&net), |_| Place::default())).with(|book| {
        let found = guessed(book, &[]).expect("it is polarized");
        let sum = book.defs().position(|def| book.names()[def] == "sum").expect("it is there");
        let function = found[sum].functions[&1].to_string();
        // A fork, two calls; a leaf that is known, its number; else it is applied as ever.
        let arms = function.split_inclusive(":\n").map(|arm| arm.lines().count()).collect::<Vec<_>>();
        assert!(
            function.contains("(r1, r2):") && function.contains("= @1(r1)\n    r7 = @1(r2)\n    r3 = r6 + r7\n"),
            "{function}"
        );
        assert_eq!(arms, [3, 7, 4, 4], "{function}");
    });
}

/// What is built for an arm that does not use it is not built there, and counted.
#[test]
fn what_is_built_to_be_erased_is_not_built() {
    let text = "@main = r & @pick ~ (@first r) @first = (a (* a)) @second = (* (b b)) @other = r & @pick ~ (@second r)
        @pick = ((1 ((* (x x)) r)) r) @both = (@main @other)";
    let net = parse_text(text, Numbers::Native).0.expect(text);
    AnyBook::new(&Table::assemble(&net, &infer(&net), |_| Place::default())).with(|book| {
        let pick = book.defs().position(|def| book.names()[def] == "pick").expect("it is there");
        let function = guessed(book, &[]).expect("it is polarized")[pick].functions[&1].to_string();
        // A call, two lambdas, and `*` on a lambda with `*`, a lambda and a wire.
        assert!(function.contains("    count 7\n    return 1\n  else:"), "{function}");
    });
}

/// A definition that is called by name has the function that is called; as a value it has all that it may be applied to.
#[test]
fn functions_that_nobody_calls_are_dropped() {
    let counts = |text: &str| {
        let net = parse_text(text, Numbers::Native).0.expect(text);
        AnyBook::new(&Table::assemble(&net, &infer(&net), |_| Place::default())).with(|book| {
            let again = book.defs().position(|def| book.names()[def] == "again").expect("it is there");
            let functions = &guessed(book, &[]).expect("it is polarized")[again].functions;
            functions.keys().copied().collect::<Vec<_>>()
        })
    };
    let text = "@main = r & @down ~ (9 (1 r)) @down = (?(((a a) @again) b) b)
        @again = (a ($([+1] b) r)) & @down ~ (a (b r))";
    assert_eq!(counts(text), [2]);
    assert_eq!(counts(&format!("{text} @value = @again")), [2, 3, 4, 5]);
}

#[test]
fn lists_that_are_split_and_merged_mix() {
    let agents = "agent -Split(-a, -b), -Merge(+ys, -out), -With(#y: u32, +ys, -out), -Insert(#n: u32, -out), -Has(#n: u32, -found, -list);";
    let of = |actor: &str, rules: &str, is: fn(&Actor) -> bool| {
        book(&format!("{agents}\n{rules}")).with(|book| {
            let actors = actors(book).expect("it is polarized");
            is(actors.iter().find(|found| book.agent(found.symbol).name == *actor).expect("an agent"))
        })
    };
    let mixes = |actor, rules| of(actor, rules, Actor::mixes);
    assert!(mixes("Split", "rule Split(a, b) ~ Cons(x, xs) => a ~ Cons(x, l) & b ~ r & Split(r, l) ~ xs;"));
    assert!(mixes("Split", "rule Split(a, b) ~ Cons(x, xs) => a ~ Cons(x, l) & b ~ Cons(1, r) & Split(l, r) ~ xs;"));
    assert!(mixes("With", "rule With(#y, ys, out) ~ Cons(x, xs) => out ~ Cons(x, t) & Merge(xs, t) ~ ys;"));
    // What is left where it was, in the order it had, does not.
    assert!(!mixes("Insert", "rule Insert(#n, out) ~ Cons(x, xs) => out ~ Cons(x, Cons(#n, t)) & Insert(#n, t) ~ xs;"));
    assert!(!mixes("Has", "rule Has(#n, f, l) ~ Cons(x, xs) => l ~ Cons(x, t) & Has(#n, f, t) ~ xs;"));
    assert!(!mixes("Merge", "rule Merge(ys, out) ~ Cons(x, xs) => Get(out) ~ ys & x ~ * & xs ~ *;"));
    // Who splits goes on with the rest of one list, who merges with either.
    let merges = |actor, rules| of(actor, rules, Actor::merges);
    assert!(!merges("Split", "rule Split(a, b) ~ Cons(x, xs) => a ~ Cons(x, l) & b ~ r & Split(r, l) ~ xs;"));
    assert!(merges("With", "rule With(#y, ys, out) ~ Cons(x, xs) => out ~ Cons(x, t) & Merge(xs, t) ~ ys;"));
}

/// The function of a definition with one argument or two, in a book with a few others.
fn function(text: &str, name: &str) -> String {
    let others = "@nil = (* 0)  @g = r & 4 ~ $([+1] r)  @id = (x x)";
    book(&format!("{others} {text}")).with(|book| {
        let found = definitions(book).expect("it is polarized");
        let at = book.defs().position(|def| book.names()[def] == name).expect("it is there");
        found[at].functions[&found[at].arity.max(1)].to_string()
    })
}

/// A call under one operator goes last, also where it is in a switch.
#[test]
fn calls_under_an_operator_go_last() {
    let sum = "@sum = (?((0 @more) r) r)  @more = ({n $([+1] $([+] $(s r)))} r) & @sum ~ (n s)";
    let found = function(sum, "sum");
    assert!(
        found.contains("accumulate +\n") && found.contains("    r4 = @4(r0)\n    r2 = r3 + r4\n    return r2\n"),
        "{found}"
    );
    // The switch of `@sum` is written out: the operator is in both of its arms.
    let found = function(sum, "more");
    assert!(found.contains("accumulate +\n") && found.contains("    r6 = r0 + 0\n    return r6\n"), "{found}");
    assert!(found.contains("    r5 = @5(r3)\n    r7 = r0 + r5\n    return r7\nreturn r2\n"), "{found}");
}

#[test]
fn which_recursions_are_loops() {
    let loops = |base: &str, body: &str| {
        let text = format!("@f = (?(({base} @h) r) r)  @h = ({{m n}} r) & {body}");
        function(&text, "f").lines().find_map(|line| line.strip_prefix("accumulate ").map(str::to_owned))
    };
    for op in ["+", "*", "&", "|", "^"] {
        for body in ["@f ~ (m s) & n ~ $([OP] $(s r))", "@f ~ (m s) & s ~ $([OP 3] t) & n ~ $([OP] $(t r))"] {
            assert_eq!(loops("7", &body.replace("OP", op)).as_deref(), Some(op), "{body}");
        }
    }
    let add = "@f ~ (m s) & n ~ $([+] $(s r))";
    for base in ["7", "0"] {
        assert!(loops(base, add).is_some());
    }
    // The order matters.
    for op in ["-", ":-", "/", "<", "<<"] {
        assert_eq!(loops("7", &add.replace('+', op)), None, "{op}");
    }
    // It comes to no unsigned number, or that is not known.
    for base in ["-7", "7.5", "(1 2)", "@id", "@g"] {
        assert_eq!(loops(base, add), None, "{base}");
    }
    // Two operators; the result of the call is used twice; what is added is of another type.
    for body in [
        "@f ~ (m s) & s ~ $([*3] t) & n ~ $([+] $(t r))",
        "@f ~ (m s) & s ~ {t u} & t ~ $([+] $(u r)) & n ~ *",
        "@f ~ (m s) & s ~ $([+-3] r) & n ~ *",
    ] {
        assert_eq!(loops("7", body), None, "{body}");
    }
    // Of data, which may not be there.
    let list = "@f = ((?((@nil @h) (list r)) list) r)  @h = (* ((x xs) r)) & @f ~ (xs s) & x ~ $([+] $(s r))";
    assert!(!function(list, "f").contains("accumulate"));
}

/// Operators around switches in switches move no further than one switch, and not many of them.
#[test]
fn operators_do_not_multiply() {
    let nested = |depth: usize| {
        let inner = (0..depth).rev().fold("@f".to_owned(), |inner, at| format!("(?((0 {inner}) $([+1] r{at})) r{at})"));
        function(&format!("@f = {inner}"), "f")
    };
    let lines = |depth| nested(depth).lines().count();
    assert!(nested(1).contains("accumulate +"), "{}", nested(1));
    assert_eq!(lines(12) - lines(11), lines(22) - lines(21));
}

/// Steps of all functions of a definition whose switches are in each other's arms, so many of them.
fn nested(depth: usize, applied: bool) -> usize {
    let mut switch = String::from("7");
    for at in (0..depth).rev() {
        switch = format!("(?(({switch} *) r{at}) r{at})");
    }
    let args = if applied { depth } else { 1 };
    let call = format!("@go = r & @f ~ {}r{}", "(0 ".repeat(args), ")".repeat(args));
    book(&format!("{call}\n@f = {switch}")).with(|book| {
        let found = guessed(book, &[]).expect("it is polarized");
        found.iter().flat_map(|definition| definition.functions.values()).map(|function| function.body.size()).sum()
    })
}

/// One more is so many steps more, not twice as many.
#[test]
fn switches_in_arms_do_not_multiply() {
    for applied in [false, true] {
        let [ten, twenty, fifty] = [10, 20, 50].map(|depth| nested(depth, applied));
        assert!(
            ten > 0 && twenty <= 4 * ten && fifty <= 30 * ten,
            "{ten}, {twenty}, {fifty} steps, applied: {applied}"
        );
    }
}

/// The first function of a definition, as it is compiled, as text.
fn compiled(text: &str, name: &str) -> String {
    book(text).with(|book| {
        let at = book.defs().position(|def| book.names()[def] == name).expect("it is there");
        let found = guessed(book, &[]).expect("it is polarized");
        found[at].functions.first_key_value().expect(text).1.to_string()
    })
}

#[test]
fn functions_are_written_out() {
    // Two that call nothing, into one that is small and is written out itself; one of them gives a node.
    let text = "@go = (n (a (b r))) & n ~ $([&1] m) & @pick ~ (m (a (b r)))
        @pick = (?((@first @second) r) r) @first = (a (b (a b))) @second = (* (a (b (a (b 7)))))";
    let function = compiled(text, "go");
    assert!(!function.contains('@') && function.contains(".1 = 7"), "{function}");
    // One that is not small where it is called in one place, but not where it is called twice.
    let large = "@large = (n r) & n ~ {a {b {c {d {e {f {g {h i}}}}}}}} & a ~ $([+] $(b p)) & c ~ $([-] $(d q)) & e ~ $([*] $(f s))
        & g ~ $([/] $(h t)) & p ~ $([^] $(q u)) & s ~ $([|] $(t v)) & u ~ $([+] $(v w)) & w ~ $([+] $(i x)) & x ~ $([*3] r)";
    let calls = |text: &str| {
        compiled(&format!("{large} @go = (n r) & n ~ $([+1] m) & @large ~ (m r) {text}"), "go").contains("(r0)")
    };
    assert!(!calls(""));
    assert!(calls("@other = (n r) & n ~ $([+2] m) & @large ~ (m r)"));
}

/// A constructor that a match gives back is not made anew.
#[test]
fn closures_stay_whole() {
    let same = |fork: &str| {
        let text = "@go = r & @Fork ~ (s (t f)) & @Leaf ~ (1 s) & @Leaf ~ (2 t) & @same ~ (f r)
            @Leaf = (n (* ((n r) r))) @Fork = (a (b ((a (b r)) (* r)))) @value = (@same @Fork)";
        compiled(&format!("{text} @same = (({fork} (@Leaf r)) r) @turned = (a (b r)) & @Fork ~ (b (a r))"), "same")
    };
    let whole = same("@Fork");
    assert!(whole.contains(" with 2:\n") && whole.contains("    return p0\n"), "{whole}");
    let turned = same("@turned");
    assert!(turned.contains("(r1, r2):") && turned.contains("(r2, r1)"), "{turned}");
}

#[test]
fn arms_that_build_the_same_have_no_branch() {
    let pick = |zero: &str, other: &str| {
        let text = format!("@pick = (n (a (b r))) & n ~ $([&1] m) & m ~ ?(({zero} {other}) (a (b r)))");
        compiled(&format!("{text} @id = (x x) @value = (@pick @id)"), "pick")
    };
    let turned = pick("(x (y (x y)))", "(* (z (w (w z))))");
    assert!(turned.contains(" = select r0\n  0: count 0, p1, p2\n  else: count 0, p2, p1\n"), "{turned}");
    // What is the same in both is not selected.
    let constants = pick("(x (* (x (1 @id))))", "(* (z (* (z (2 *)))))");
    assert!(!constants.contains("select"), "{constants}");
    let constants = pick("(x (y (x (1 (@id y)))))", "(* (z (w (z (2 (* w))))))");
    assert!(constants.contains("0: count 0, @2, 1\n") && constants.contains("else: count 0, *, 2\n"), "{constants}");
    // One builds what the other does not, or more; or takes the number before; or does more than to build.
    for [zero, other] in [
        ["(x (y (x y)))", "(* (z (w {w z})))"],
        ["(x (y (x y)))", "(* (z (w (w (z 1)))))"],
        ["(x (y (x (y 1))))", "(k (z (w (w (z k)))))"],
        ["(x (y (x y)))", "(* (z (* (z 1))))"],
        ["(x ($([+1] y) (x y)))", "(* (z (w (w z))))"],
    ] {
        let other = pick(zero, other);
        assert!(other.contains("switch") && !other.contains("select"), "{other}");
    }
}

/// What makes the first of two rules the second, as text.
fn if_converted(rules: &str) -> Option<String> {
    let agents = "agent -With(#y: u32, +ys, -out), -Both(#y: u32, +ys, -a, -b), +Item(#x: u32, +xs);\n";
    book(&format!("{agents}{rules}")).with(|book| {
        let actors = actors(book).expect("it is polarized");
        let actor = actors.iter().find(|actor| !actor.arms.is_empty()).expect("a rule");
        let [first, second] = &*actor.arms[0].choices else { panic!("two rules") };
        let substitution = actor.if_convert(first, second)?;
        Some(substitution.iter().map(|(from, to)| format!("{from:?} {to:?};")).collect())
    })
}

#[test]
fn if_conversion() {
    let with = |first: &str, second: &str| {
        if_converted(&format!(
            "rule With(#y, ys, out) ~ Item(#x, xs) if x <= y => {first};
            rule With(#y, ys, out) ~ Item(#x, xs) => {second};"
        ))
    };
    let turn = "out ~ Item(#x, t) & With(#y, ys, t) ~ xs";
    // Lists change places; numbers are computed, each its own.
    let all = "Field(1) Port(1);Port(1) Field(1);";
    assert_eq!(with(turn, "out ~ Item(#y, t) & With(#x, xs, t) ~ ys").as_deref(), Some(all));
    assert_eq!(with(turn, "out ~ Item(#y, t) & With(#x, ys, t) ~ xs").as_deref(), Some(""));
    assert_eq!(with(turn, turn).as_deref(), Some(""));
    // Something is computed, or is done that the other does not do, or the other way round, or with another agent.
    for other in [
        "out ~ Item(#(x + 1), t) & With(#y, ys, t) ~ xs",
        "out ~ Item(7, t) & With(#y, ys, t) ~ xs",
        "out ~ Item(#x, Item(#y, t)) & With(#y, ys, t) ~ xs",
        "ys ~ * & out ~ Item(#x, t) & With(#y, Nil, t) ~ xs",
        "out ~ Cons(ys, t) & With(#y, Nil, t) ~ xs",
        "out ~ Item(#x, t) & Both(#y, ys, t, *) ~ xs",
        "xs ~ * & out ~ Item(#x, ys)",
        "With(#y, ys, out) ~ xs",
    ] {
        assert_eq!(with(turn, other), None, "{other}");
    }
    // No loops, or such as do more.
    for [first, second] in [
        ["xs ~ * & out ~ Item(#x, ys)", "ys ~ * & out ~ Item(#x, xs)"],
        [
            "out ~ Item(#x, t) & With(#y, u, t) ~ xs & Get(u) ~ ys",
            "out ~ Item(#y, t) & With(#x, u, t) ~ ys & Get(u) ~ xs",
        ],
        ["ys ~ * & With(#y, Nil, out) ~ xs", "xs ~ * & With(#y, Nil, out) ~ ys"],
    ] {
        assert_eq!(with(first, second), None, "{first}");
    }
    // Which of two results is longer by one is nothing that is taken.
    let both = "rule Both(#y, ys, a, b) ~ Item(#x, xs) if x <= y => a ~ Item(#x, t) & Both(#y, ys, t, b) ~ xs;
        rule Both(#y, ys, a, b) ~ Item(#x, xs) => b ~ Item(#x, t) & Both(#y, ys, a, t) ~ xs;";
    assert_eq!(if_converted(both), None);
}
