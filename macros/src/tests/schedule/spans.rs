//! Names keep their places, for editors; and where there are mistakes, functions keep their signatures.

use super::{BLOCKS, expansion, messages};
use proc_macro2::{TokenStream, TokenTree};
use std::collections::{BTreeMap, BTreeSet};

/// The names in tokens, and where they stand.
fn names(tokens: TokenStream) -> Vec<(String, (usize, usize))> {
    let mut found = Vec::new();
    for tree in tokens {
        match tree {
            TokenTree::Ident(name) => {
                let start = name.span().start();
                found.push((name.to_string(), (start.line, start.column)));
            }
            TokenTree::Group(group) => found.extend(names(group.stream())),
            _ => {}
        }
    }
    found
}

/// What stands in the block by its place.
fn written(block: &str) -> BTreeMap<(usize, usize), String> {
    names(block.parse().expect("tokens")).into_iter().map(|(name, place)| (place, name)).collect()
}

/// Names of the expansion stand where the block has the same ones.
#[test]
fn no_name_stands_at_another() {
    for block in BLOCKS {
        // The languages' tokens have places of their own: none are on these lines.
        let block = "\n".repeat(100) + block;
        let written = written(&block);
        for (name, place) in names(expansion(&block)) {
            // What is ours stands where it is for.
            let ours = ["join", "max", "match", "if", "else", "f64", "u32", "bool", "copy", "call"].contains(&&*name);
            if !ours && place.0 > 100 && written.values().any(|known| *known == name) {
                assert_eq!(written.get(&place), Some(&name), "{place:?}");
            }
        }
    }
}

/// Names of these are found in the expansion where they are used.
#[test]
fn names_are_seen_where_they_stand() {
    let block = "\n".repeat(100)
        + "space expr: Batch<Math>;
           extern(cpu) pure price(f64) -> f64;
           const SCALE: f64 = 2.0;
           val twice(x: f64) -> f64 { returns x * SCALE }
           val cost(n: Math, weight: f64) -> f64 {
               y :- weight + 1.0;
               returns match n {
                   Num(v) => price(v) + twice(y),
                   If(test, then, other) => cost[test] + max(cost[then], cost[other]),
                   Neg(x) => cost[x],
                   _ => SCALE,
               }
           }
           fn costs(batch: &Batch<expr>, weight: f64) -> Data<expr, f64> impls cost { bottom_up(batch) }";
    let made: BTreeSet<_> = names(expansion(&block)).into_iter().map(|(name, place)| (place, name)).collect();
    let seen =
        ["price", "SCALE", "twice", "y", "v", "test", "then", "other", "x", "Num", "If", "Neg", "costs", "batch"];
    let extern_line = written(&block).into_iter().find(|(_, name)| name == "price").map(|(place, _)| place);
    for (place, name) in written(&block) {
        if seen.contains(&&*name) && Some(place) != extern_line {
            assert!(made.contains(&(place, name.clone())), "`{name}` at {place:?} is not seen");
        }
    }
}

/// Whatever is wrong in it, a function that has a signature is there.
#[test]
fn functions_stay() {
    let block = "space expr: Batch<Math>;
        val cost(n: Math) -> f64 { returns }
        val depth(n: Math) -> u32 { returns match n { Num => dpth[n], _ => 1 } }
        val more n: Math;
        fn costs(b: &Batch<expr>) -> Data<expr, f64> impls cost { bottom_up b }
        pub fn depths(b: &Batch<expr>) -> Data<expr, u32> impls depth { botom_up(b) }
        fn all(b: &Batch<expr>) -> Data<expr, f64> impls more { bottom_up(b) }";
    let made = expansion(block).to_string();
    for signature in ["fn costs < expr :", "pub fn depths < expr :", "fn all < expr :"] {
        assert!(made.contains(signature), "{made}");
    }
    // Each mistake is one error.
    let found = messages(block);
    assert_eq!(found.len(), 5, "{found:#?}");
}
