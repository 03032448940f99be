//! All orders, and the passes by hand, give the same costs to the last bit.

use super::{spec::*, *};
use polarnet::columns::{Batch, Data, Space};
use polarnet_fpcore::{RealLang, read};

fn cores<S: Space>(batch: &mut Builder<S, RealLang>, text: &str) -> Vec<(Idx<S>, Format)> {
    let mut names = Names::default();
    let cores = read(text).unwrap();
    cores.iter().map(|core| (core.build(batch, &mut names).unwrap(), core.precision)).collect()
}

fn wanted<S: Space>(batch: &Batch<S, RealLang>, roots: &[(Idx<S>, Format)]) -> Data<S, Reprs> {
    let mut wanted = batch.rows().fill(Reprs::default());
    for &(root, format) in roots {
        wanted.update(root, |reprs| reprs.join(Reprs::only(format)));
    }
    wanted
}

fn bits<S: Space>(costs: &Data<S, [f64; 2]>) -> Vec<[u64; 2]> {
    costs.iter().map(|costs| costs.map(f64::to_bits)).collect()
}

/// Expressions that share rows, in both formats; each is made of the two before.
fn texts() -> Vec<String> {
    let mut texts = vec![
        include_str!("../data/algebra.fpcore").to_owned(),
        include_str!("../data/syntax.fpcore").to_owned(),
        String::new(),
    ];
    let (mut a, mut b) = ("x".to_owned(), "(sqrt y)".to_owned());
    for at in 0..12 {
        let format = ["binary32", "binary64"][at % 2];
        let next = match at % 5 {
            0 => format!("(+ (sin {a}) {b})"),
            1 => format!("(if (< {a} {b}) {b} (/ {a} 3))"),
            2 => format!("(! :precision binary32 (* {a} {b}))"),
            3 => format!("(hypot {b} (fma {a} {a} 1))"),
            _ => format!("(- (exp {b}))"),
        };
        texts[2] += &format!("(FPCore (x y) :precision {format} {next})\n");
        (a, b) = (b, next);
    }
    texts
}

#[test]
fn a_cost_depends_on_the_format_that_is_wanted() {
    space!(Exprs, guard);
    let mut batch = Builder::new(guard);
    let text = "(FPCore (x) :precision binary32 (sin x)) (FPCore (x) (! :precision binary32 (sqrt (cbrt x))))";
    let roots = cores(&mut batch, text);
    let batch = batch.freeze();
    let platform = Platform::c();
    let costs = costs(&batch, &wanted(&batch, &roots), &platform);
    // sin 11 in binary32, and the variable a half
    assert_eq!(costs[roots[0].0][0], 11.5);
    assert!(costs[roots[0].0][1].is_nan(), "nobody wants it in binary64");
    // in the other format: 1 to convert, 3 and 14 for the roots
    assert_eq!(costs[roots[1].0][1], 18.5);
    assert_eq!(simple_costs(&batch, &platform)[roots[1].0], 25.5);
}

#[test]
fn all_orders_agree_to_the_last_bit() {
    for text in texts() {
        space!(Exprs, guard);
        let mut batch = Builder::new(guard);
        let roots = cores(&mut batch, &text);
        let batch = batch.freeze();
        let (root, platform) = (wanted(&batch, &roots), Platform::c());
        let by_hand = {
            let reprs = by_hand::reprs(&batch, &roots);
            bits(&by_hand::costs(&platform, &batch, &reprs))
        };
        let (together, simple) = both_costs(&batch, &root, &platform);
        let (together_in_parallel, simple_in_parallel) = both_costs_in_parallel(&batch, &root, &platform);
        let all = [
            costs(&batch, &root, &platform),
            costs_in_parallel(&batch, &root, &platform),
            together,
            together_in_parallel,
        ];
        for costs in &all {
            assert!(bits(costs) == by_hand);
        }
        let by_hand: Vec<u64> =
            by_hand::simple_costs(&platform, &batch).iter().map(|costs| costs[1].to_bits()).collect();
        let simples = [
            simple,
            simple_in_parallel,
            simple_costs(&batch, &platform),
            simple_costs_by_operator(&batch, &platform),
            simple_costs_in_parallel(&batch, &platform),
        ];
        for simple in simples {
            assert!(simple.iter().map(|cost| cost.to_bits()).eq(by_hand.iter().copied()));
        }
    }
}

#[test]
fn reprs_come_from_above() {
    for text in texts() {
        space!(Exprs, guard);
        let mut batch = Builder::new(guard);
        let roots = cores(&mut batch, &text);
        let batch = batch.freeze();
        let root = wanted(&batch, &roots);
        let both = reprs(&batch, &root).zip_map(&root, |&above, &root| union(above, root));
        assert!(both == by_hand::reprs(&batch, &roots));
    }
}
