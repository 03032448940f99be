//! What `schedule!` makes for devices: kernels, for reviewers, and what the host says of them.
//!
//! `BLESS=1 cargo test -p polarnet-macros` writes the files.

use super::expansion;
use crate::tests::snapshots::{compare, compare_text};
use proc_macro2::{Group, Literal, TokenStream, TokenTree};

/// The kernels of the first function that has some; and what is emitted beside them.
fn kernels(tokens: TokenStream, found: &mut Option<String>) -> TokenStream {
    let mut before = [String::new(), String::new()];
    let each = |tree: TokenTree| {
        let tree = match tree {
            TokenTree::Group(group) => TokenTree::Group(Group::new(group.delimiter(), kernels(group.stream(), found))),
            TokenTree::Literal(literal) if before == ["source", ":"] => {
                let text = syn::parse2::<syn::LitStr>(TokenTree::from(literal).into()).expect("a text").value();
                let (_, own) = text.split_once("array.at[0];\n}\n").expect("the prelude");
                found.get_or_insert_with(String::new).push_str(own);
                TokenTree::Literal(Literal::string("…"))
            }
            tree => tree,
        };
        before = [std::mem::take(&mut before[1]), tree.to_string()];
        tree
    };
    tokens.into_iter().map(each).collect()
}

fn shown(name: &str, block: &str) {
    let wrong = crate::tests::errors(expansion(block));
    let wrong = wrong.into_iter().map(|(at, _, text)| format!("{}:{}: {text}", at.start().line, at.start().column));
    assert_eq!(wrong.collect::<Vec<_>>(), [""; 0], "{block}");
    let mut found = None;
    let host = kernels(expansion(block), &mut found);
    compare_text(&format!("schedule/devices/{name}.cu"), &found.expect("kernels"));
    if name == "fused" {
        compare("schedule/devices/fused.txt", host);
    }
}

#[test]
fn from_the_leaves_up() {
    let arms = "Num | Var => 1.0, If(c, t, e) => 1.0 + cost[c] + max(cost[t], cost[e]), Neg(x) => cost[x],
        Add(args..) | Op(_, args..) => 1.0 + sum(cost[args])";
    shown(
        "up",
        &format!(
            "space expr: Batch<Math>;
            val cost(n: Math) -> f64 {{ returns match n {{ {arms} }} }}
            fn costs(b: &Batch<expr>, gpu: &Device) -> Result<Data<expr, f64>, Error> impls cost {{ bottom_up(b).on(gpu) }}"
        ),
    );
}

#[test]
fn two_vals_in_one_kernel() {
    shown(
        "fused",
        "space expr: Batch<Math>;
        const LEAST: f64 = 0.5;
        val scaled(x: f64, by: i32) -> f64 { returns if by > 1 { x * by as f64 } else { x } }
        val leaf(n: Math) -> bool { returns match n { Num | Var => true, _ => false } }
        val cost(n: Math, weight: f64, by: i32) -> f64 {
            own :- scaled(weight, by);
            returns match n {
                Num(v) if v > 1.0 => own,
                Num(0.0 | 1.0) => LEAST,
                Num => 1.0,
                Var(0..=3) => -own,
                Var(k) => k as f64,
                If(c, t, e) => cost[c] + max(cost[t], cost[e]),
                Op(Function::Sin, args..) => own + max(cost[args]),
                Neg(args..) | Add(args..) | Op(_, args..) => LEAST + sum(cost[args]),
            }
        }
        val height(n: Math) -> (u32, bool) {
            returns match n {
                Num | Var => (0, leaf[n]),
                Op(_, args..) => (1 + max(height[x].0 for x in args if !leaf[x]), any(height[x].1 for x in args)),
                Neg(args..) | Add(args..) | If(args..) => (1 + max(height[x].0 for x in args), all(leaf[args])),
            }
        }
        fn both(b: &Batch<expr>, weight: &Data<expr, f64>, by: i32, gpu: &Device)
            -> Result<(Data<expr, f64>, Data<expr, (u32, bool)>), Error> impls cost, height {
            bottom_up(b).fuse().inline(leaf).on(gpu)
        }",
    );
}

#[test]
fn from_the_roots_down() {
    shown(
        "down",
        "space expr: Batch<Math>;
        val meet(a: i32, b: i32) -> i32 { returns a & b }
        val size(n: Math) -> i32 { returns match n { _(args..) => 1 + sum(size[args]) } }
        val share(n: Math) -> i32 default -1 join meet commutative {
            part :- share[n] / size[n];
            match n {
                Num | Var => {}
                If(c, t, e) => { share[c] <- part; if part > 2 { share[t] <- part + 1; share[e] <- 7 } else { share[t] <- 3 } }
                Neg(args..) | Add(args..) => share[args] <- part - 1,
                Op(_, args..) => share[args] <- size[n],
            }
        }
        fn shares(b: &Batch<expr>, gpu: &Device) -> Result<Data<expr, i32>, Error> impls share { top_down(b).on(gpu) }",
    );
}

#[test]
fn a_map() {
    shown(
        "map",
        "space tests;
        space kinds;
        const SCALE: f64 = 2.0;
        val square(x: f64) -> f64 { returns x * x }
        val score(x: f64, of: i64, pair: (f64, bool), k: Idx<kinds>, price: Data<kinds, (f32, u8)>) -> (f64, i64) {
            y :- square(x) + square(x + 1.0) * SCALE;
            a, b :- pair;
            total :- sum(p.1 as u32 for p in price);
            powers :- [powi(x, i as i32) for i in 0..3];
            high :- match of { -1 => 1u8, 0 | 7 => 2u8, m if m < 0 => 3u8, _ => 4u8 };
            returns if b && y > a { (-(y - a) / powers[1], of / (of - 3)) }
                else if !b || is_nan(a) { (price[k].0 as f64, of % 10 + total as i64) }
                else { (sqrt(y), high as i64 - of << 2) }
        }
        fn scores(x: &Data<tests, f64>, of: &Data<tests, i64>, pair: (f64, bool), k: &Mapping<tests, kinds>,
            price: &Data<kinds, (f32, u8)>, gpu: &Device) -> Result<Data<tests, (f64, i64)>, Error> impls score {
            map(x).on(gpu)
        }",
    );
}

#[test]
fn values_sent_anywhere() {
    shown(
        "scatter",
        "space tests;
        space bins;
        val histogram(x: f64) -> Data<bins, u32> default 0 join add { histogram[(x / 0.25) as u32] <- 1 }
        val seen(x: f64, at: Idx<bins>) -> Data<bins, bool> default false join any { seen[at] <- x > 2.5 }
        val largest(x: f64, at: Idx<bins>) -> Data<bins, f64> default f64::NEG_INFINITY join max { largest[at] <- x * 2.0 }
        val total(x: f64, at: Idx<bins>) -> Data<bins, f64> default 0 join add reassoc { total[at] <- x }
        fn all(x: &Data<tests, f64>, at: &Mapping<tests, bins>, rows: Rows<bins>, gpu: &Device)
            -> Result<(Data<bins, u32>, Data<bins, bool>, Data<bins, f64>, Data<bins, f64>), Error>
            impls histogram, seen, largest, total {
            scatter(x).on(gpu)
        }",
    );
}

#[test]
fn a_batch_at_many_points() {
    shown(
        "points",
        "space expr: Batch<Math>;
        space points;
        space outs;
        val value(n: Math, x: f64, by: f64) -> f64 {
            returns match n {
                Num(v) => v * by,
                Var => x,
                If(c, t, e) => value[t] if value[c] > 0.0 else value[e],
                Neg(a) => -value[a],
                Add(a, b) => value[a] + value[b],
                Op(_, args..) => sum(value[args]),
            }
        }
        fn values(b: &Batch<expr>, roots: &Mapping<outs, expr>, x: &Data<points, f64>, by: f64, gpu: &Device)
            -> Result<Data<outs, Data<points, f64>>, Error> impls value { bottom_up(b).vectorize(8).on(gpu) }",
    );
}
