//! What is nested deep is refused, and costs no more native stack than rustc has for it.

use crate::{
    schedule::{expand, understood},
    tests::errors,
};
use proc_macro2::TokenStream;

/// rustc's own thread has 8 MiB, of which we use what is left.
const STACK: usize = 6 << 20;

/// The errors of a block, on a thread with so much stack.
fn messages(block: String) -> Vec<String> {
    let read = move || {
        let block: TokenStream = block.parse().expect("tokens");
        let languages: TokenStream = super::LANGUAGES.parse().expect("tokens");
        let made = expand(block.clone());
        let found = match errors(made.clone()) {
            found if found.is_empty() && made.to_string().starts_with("Math") => {
                errors(understood(languages, block.clone()))
            }
            found => found,
        };
        // Dropping deep tokens recurses in proc-macro2's own fallback.
        std::mem::forget((block, made));
        found.into_iter().map(|(_, _, message)| message).collect()
    };
    let thread = std::thread::Builder::new().stack_size(STACK).spawn(read).expect("a thread");
    thread.join().expect("no panic")
}

/// A part repeated around a middle.
fn deep(before: &str, middle: &str, after: &str, depth: usize) -> String {
    before.repeat(depth) + middle + &after.repeat(depth)
}

fn value(text: &str) -> String {
    format!("val f(a: f64) -> f64 {{ returns {text} }} fn g(a: f64) -> f64 impls f {{ eval(a) }}")
}

#[test]
fn of_expressions() {
    for (before, after) in [
        ("(", ")"),
        ("-", ""),
        ("- ", ""),
        ("1.0 + ", ""),
        ("", " + 1.0"),
        ("a * (", ")"),
        ("{ ", " }"),
        ("if a < 1.0 { ", " } else { a }"),
        ("if a < 1.0 { a } else if a < 2.0 { a } else { ", " }"),
        ("", " if a < 1.0 else a"),
        ("a if a < 1.0 else ", ""),
        ("match a { _ => ", " }"),
        ("{ x :- a; ", " }"),
        ("sqrt(", ")"),
        ("", " as f64"),
        ("[", "][0]"),
        ("(", ", a).0"),
        ("", ".x"),
        ("sum(", " for x in a)"),
        ("P { x: ", " }"),
        ("a < ", ""),
        ("true && ", ""),
    ] {
        for depth in [300, 10_000] {
            let found = messages(value(&deep(before, "a", after, depth)));
            assert!(!found.is_empty(), "{before}…{after} {depth} times");
            assert!(found.iter().all(|message| message.contains("\nhelp: ")), "{before}…{after}: {found:?}");
        }
    }
}

/// What stands beside each other is deep, too, where it is one value.
#[test]
fn of_rows() {
    for (before, after) in [("a :- a; ", "a"), ("if a < 1.0 { a } else ", "{ a }")] {
        for depth in [300, 10_000] {
            let found = messages(value(&deep(before, after, "", depth)).replace("returns a :-", "a :-"));
            assert!(!found.is_empty(), "{before} {depth} times");
        }
    }
    let found = messages(value(&format!("max([{}])", "a, ".repeat(10_000))));
    assert!(found.is_empty(), "a list is not deep: {found:?}");
}

#[test]
fn of_types_and_patterns() {
    for (before, after) in [
        ("Vec<", ">"),
        ("&", ""),
        ("& mut ", ""),
        ("(", ",)"),
        ("[", "; 1]"),
        ("fn() -> ", ""),
        ("*const ", ""),
        ("&'a ", ""),
    ] {
        let ty = deep(before, "f64", after, 10_000);
        for block in [
            format!("val f(a: {ty}) -> f64 {{ returns 1.0 }}"),
            format!("val f(a: f64) -> {ty} {{ returns a }}"),
            value(&format!("a as {ty}")),
            format!("const A: {ty} = 1.0;"),
            format!("extern(cpu) pure f({ty}) -> f64;"),
        ] {
            assert!(!messages(block).is_empty(), "{before}…{after}");
        }
    }
    for (before, after) in [("Neg(", ")"), ("(", ")"), ("Cast { of: ", " }")] {
        let pattern = deep(before, "x", after, 10_000);
        let block =
            format!("space expr: Batch<Math>; val f(n: Math) -> f64 {{ returns match n {{ {pattern} => 1.0 }} }}");
        assert!(!messages(block).is_empty(), "{before}…{after}");
    }
    for block in [
        format!("#[a = {}1] fn f() {{}}", "-".repeat(10_000)),
        format!("#[a = {}1] fn f() {{}}", "return ".repeat(10_000)),
        format!("val f(a: [f64; {}1]) -> f64 {{ returns 1.0 }}", "return ".repeat(10_000)),
        "space a; ".repeat(10_000),
        deep("{", "", "}", 10_000),
    ] {
        assert!(!messages(block).is_empty());
    }
}

/// What people write is not refused.
#[test]
fn of_what_is_written() {
    let lines: String = (0..200).map(|at| format!("a :- a * {at}.0; ")).collect();
    let sum = (0..200).map(|at| format!("a * {at}.0")).collect::<Vec<_>>().join(" + ");
    let all = (0..60).map(|at| format!("a < {at}.0")).collect::<Vec<_>>().join(" && ");
    for text in [format!("{{ {lines} a }}"), sum, format!("if {all} {{ a }} else {{ 1.0 }}"), deep("(", "a", ")", 60)] {
        assert_eq!(messages(value(&text)), [""; 0], "{text}");
    }
}
