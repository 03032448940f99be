//! `simplify_rules`: what becomes of the right sides of rules, and which rules go.

#[allow(dead_code, reason = "tests/random.rs uses the rest")]
mod support;

use polarnet::{AnyBook, EngineKind, Runtime, passes::simplify_rules};
use std::cell::Cell;
use support::{
    agree::runtime,
    choices::Choices,
    tries::{cases, try_texts},
    unchanged::{parse, run, unchanged},
};

fn simplified(text: &str) -> String {
    parse(text).with(|book| book.pass(simplify_rules)).to_string()
}

/// What is on the right of a rule is reduced as far as it does not grow, and is known.
#[test]
fn simplify_rules_reduces_right_sides() {
    let nat = "agent +Z, +S(+n), -Add(+b, -out), -Twice(-out), -Go(-out);
        rule Add(b, out) ~ Z => out ~ b;
        rule Add(b, out) ~ S(n) => out ~ S(t) & Add(b, t) ~ n;";
    let counts = |rules: &str, main: &str| {
        let text = format!("#![numbers(native)] {nat} {rules} @main = r & {main}");
        let [before, _] = unchanged(&text, 10_000).unwrap_or_else(|why| panic!("{why}")).expect("it ends");
        let new = simplified(&text);
        let after = run(&parse(&new), &runtime(EngineKind::Bag, 1)).unwrap().expect("it ends").1;
        (new, before - after)
    };
    // `2 + n`, one step at a time, and the last one, where `n` comes in.
    let (new, saved) = counts("rule Go(out) ~ S(n) => Add(n, out) ~ S(S(Z));", "Go(r) ~ S(Z)");
    assert!(new.contains("rule Go(x0) ~ S(x1) => x0 ~ S(S(x1));"), "{new}");
    assert_eq!(saved, 3);
    // A definition that is called there.
    let (new, saved) = counts("rule Go(out) ~ Z => @two ~ (* out); @two = (* S(S(Z)))", "Go(r) ~ Z");
    assert!(new.contains("rule Go(x0) ~ Z => x0 ~ S(S(Z));"), "{new}");
    assert_eq!(saved, 3);
    // What would grow without end stays; what is beside it is reduced.
    let endless = "agent -Loop(-out); rule Loop(out) ~ Z => out ~ S(t) & Loop(t) ~ Z;";
    let endless = format!("{nat} {endless} rule Go(out) ~ Z => Add(Z, *) ~ Z & Loop(out) ~ Z; @main = r & Go(r) ~ Z");
    let new = simplified(&endless);
    assert!(new.contains("rule Go(x0) ~ Z => x0 ~ S(S(S(S(x1))))\n  & Loop(x1) ~ Z;"), "{new}");
}

/// Numbers that a rule computes are not known before it is used, nor lost; literals are known.
#[test]
fn simplify_rules_waits_for_numbers() {
    let text = "#![numbers(native)]
        agent -Fact(-out), -Mul(#a: u32, -out), -Big(#a: u32, -out), -Go(-out);
        rule Mul(#a, out) ~ #b => out ~ #(a * b);
        rule Big(#a, out) ~ #b if a > b => out ~ 1;
        rule Big(#a, out) ~ #b => out ~ 0;
        rule Fact(out) ~ #n if n == 0 => out ~ 1;
        rule Fact(out) ~ #n => Mul(#n, out) ~ t & Fact(t) ~ #(n - 1);
        rule Go(out) ~ #n if n > 100 => Mul(#n, out) ~ 7 & * ~ Big(#(n - 1), *) & Big(3, *) ~ 2 & {x y} ~ Mul(#(n + 2), *) & x ~ 1 & y ~ 2;
        rule Go(out) ~ #n => Fact(t) ~ #n & Go(s) ~ 300 & Big(5, b) ~ 4 & t ~ $([+] $(s u)) & u ~ $([+] $(b out));
        @main = r & Go(r) ~ 5";
    let [before, after] = unchanged(text, 10_000).unwrap_or_else(|why| panic!("{why}")).expect("it ends");
    assert!(after < before);
    let new = simplified(text);
    assert!(!new.contains("Big(5") && !new.contains("Big(3"), "{new}");
    let (found, count) = run(&parse(&new), &runtime(EngineKind::Bag, 1)).unwrap().expect("it ends");
    assert_eq!(found, (120 + 2100 + 1).to_string());
    assert!(count < before, "{count} of {before}");
}

/// A rule of `A2` uses `A1`, on numbers that are known and such that are not; `out` gets what the last one gives.
fn rule_with_numbers(c: &mut Choices, at: usize, guard: &str) -> String {
    let number = |c: &mut Choices| c.one(&["#(a + b)", "#a", "7", "#(b * 3)", "0", "#(a - b)", "2"]);
    let (mut text, mut last) = (format!("rule A{at}(#a, out) ~ #b {guard} =>"), number(c).to_owned());
    for wire in 0..if at == 0 { 0 } else { c.below(4) } {
        let (below, held) = (c.below(at), number(c));
        text += &match c.below(4) {
            0 => format!(" * ~ A{below}({held}, *) &"),
            1 => format!(" {{v{wire} *}} ~ A{below}({held}, w{wire}) & v{wire} ~ {last} &"),
            _ => format!(" A{below}({held}, w{wire}) ~ {last} &"),
        };
        if !text.contains(&format!("w{wire}")) {
            continue;
        }
        last = format!("w{wire}");
    }
    text + &format!(" out ~ {last};\n")
}

#[test]
fn random_rules_with_numbers_have_the_same_results() {
    let (count, fewer) = (cases(300), Cell::new(0));
    let generate = |c: &mut Choices| {
        let agents = (0..4).map(|at| format!("agent -A{at}(#a: u32, -out);\n")).collect::<String>();
        let rules = (0..4).map(|at| ["if a < b", ""].map(|guard| rule_with_numbers(c, at, guard)).concat());
        let rules = rules.collect::<String>();
        format!(
            "#![numbers(native)]\n{agents}{rules}@main = (r s) & A3({}, r) ~ {} & A2(1, s) ~ 4",
            c.below(4),
            c.below(4)
        )
    };
    try_texts(count, generate, |text| {
        let Some([before, _]) = unchanged(text, 3_000)? else { return Err("it has an end".to_owned()) };
        let simplified = parse(text).with(|book| book.pass(simplify_rules));
        let after = run(&simplified, &runtime(EngineKind::Bag, 1))?.map(|(_, count)| count);
        fewer.set(fewer.get() + u32::from(after < Some(before)));
        Ok(())
    });
    assert!(fewer.get() > count / 10, "{fewer:?}");
}

/// A division by zero on the right of a rule is left to the run.
#[test]
fn simplify_rules_leaves_faults_and_missing_rules() {
    let text = "#![numbers(native)] agent +Z, -Go(-out), -Div(#a: u32, -out);
        rule Div(#a, out) ~ #b => out ~ #(a / b);
        rule Go(out) ~ Z => Div(1, out) ~ 0;
        @main = r & Go(r) ~ Z";
    assert!(simplified(text).contains("=> Div(1, x0) ~ 0;"), "{}", simplified(text));
    unchanged(text, 100).unwrap();
    let text = "agent +Z, +S(+n), -Go(-out), -Get(-out); rule Get(out) ~ Z => out ~ Z;
        rule Go(out) ~ Z => Get(x) ~ Z & x ~ y & out ~ t & Get(t) ~ u & u ~ S(y); @main = r & Go(r) ~ Z";
    let book = parse(text);
    let end = |book: &AnyBook| run(book, &Runtime::new()).expect_err("there is no rule");
    assert_eq!(end(&book.with(|book| book.pass(simplify_rules))), end(&book));
}

/// Rules whose agents nobody makes go, and those that only they need.
#[test]
fn simplify_rules_removes_what_is_never_used() {
    let rules = |text: &str| {
        let new = simplified(text);
        let names = new.lines().filter_map(|line| line.strip_prefix("rule ")?.split(" =>").next().map(str::to_owned));
        names.collect::<Vec<_>>().join("; ")
    };
    let text = "agent +A, +B, +C, -Get(-out), -Put(-out), -Num(-out);
        rule Get(out) ~ A => out ~ A;
        rule Get(out) ~ B => Put(out) ~ x & Num(x) ~ 1;
        rule Get(out) ~ C => out ~ A;
        rule Put(out) ~ B => out ~ C;
        rule Put(out) ~ C => out ~ C;
        rule Num(out) ~ #n => out ~ B;";
    assert_eq!(rules(&format!("{text} @main = r & Get(r) ~ A")), "Get(x0) ~ A");
    let all = "Get(x0) ~ A; Get(x0) ~ B; Get(x0) ~ C; Put(x0) ~ B; Put(x0) ~ C; Num(x0) ~ #n0: u32";
    assert_eq!(rules(&format!("#![numbers(native)] {text} @main = r & Get(r) ~ B")), all);
    // A definition that is not run may be: `prune` knows.
    assert_eq!(rules(&format!("{text} @main = * @b = r & Get(r) ~ A")), "Get(x0) ~ A");
    // The only `DUP` decides whether references to what holds agents are copied.
    let dup = "agent +A, -Get(-out), -Two(-out); rule Get(out) ~ A => out ~ A; rule Two(out) ~ A => {a *} ~ x & x ~ A & out ~ a;
        @main = (r s) & {r s} ~ @lazy @lazy = (* r) & Get(r) ~ A";
    assert_eq!(rules(dup), "Get(x0) ~ A; Two(x0) ~ A");
    unchanged(dup, 1_000).unwrap_or_else(|why| panic!("{why}"));
}
