//! Search: the branches of superpositions are what enumeration finds, after fewer interactions, and come to an end.

#[allow(dead_code, reason = "others use the rest")]
mod support;

use polarnet::{Done, EngineKind, Error, lazy::Lazy, reader::Source};
use support::agree;

/// A book of text, looked at lazily.
fn lazily<R>(text: &str, look: impl FnOnce(&mut Lazy<'_>) -> Result<R, Error>) -> Result<R, Error> {
    let source = Source::new("the book", text);
    let parsed = source.parse();
    let book = parsed.book.unwrap_or_else(|| panic!("{}", source.render(&parsed.diagnostics, false)));
    let runtime = agree::runtime(EngineKind::Lazy, 1).max_interactions(1_000_000);
    book.with(|book| runtime.lazily(book, look))?
}

/// The branches of `@main`, as text.
fn branches(text: &str, count: usize) -> Result<Vec<String>, Error> {
    lazily(text, |net| net.collapse().take(count).map(|branch| Ok(branch?.to_string())).collect())
}

fn run(text: &str) -> Done {
    let book = Source::new("the book", text).parse().book.unwrap();
    book.with(|book| agree::runtime(EngineKind::Lazy, 1).run(book)).unwrap()
}

#[test]
fn what_leaves_its_lambda_comes_to_an_end() {
    // Both parts are lambdas of both variables: a part of the one is chosen in the scope of the other.
    assert_eq!(branches("@main = (a (&1{b a} b))", 9).unwrap(), ["(* (x0 x0))", "(x0 (x0 *))"]);
}

/// All sums of subsets of the weights 1, 2, 4, …: a superposition for each weight, as many labels.
fn subset_sum(weights: &[u32], target: u32) -> String {
    // Each bit is used twice: in the sum, and in the answer. A duplication of the bit's own label chooses the same side.
    let mut text = "#![numbers(native)]\n@main = ".to_owned();
    for at in 0..weights.len() {
        text += &format!("(b{at} ");
    }
    text += &format!("r{}", ")".repeat(weights.len()));
    for (at, weight) in weights.iter().enumerate() {
        let label = at + 1;
        let sum = if at == 0 { "0".to_owned() } else { format!("s{at}") };
        text += &format!("\n  & &{label}{{0 1}} ~ {{b{at} $([*{weight}] $([+] $({sum} s{})))}}", at + 1);
    }
    text += &format!("\n  & s{} ~ $([={target}] r)", weights.len());
    text
}

#[test]
fn collapse_yields_what_enumeration_does() {
    for count in [3_usize, 5, 7] {
        let weights: Vec<u32> = (0..count as u32).map(|at| 3 + at * at).collect();
        let target = weights.iter().step_by(2).sum();
        let mut expected: Vec<String> = (0..1_u32 << count)
            .map(|set| {
                let bit = |at: usize| set >> at & 1;
                let sum: u32 = (0..count).map(|at| bit(at) * weights[at]).sum();
                let open: String = (0..count).map(|at| format!("({} ", bit(at))).collect();
                format!("{open}{}{}", u32::from(sum == target), ")".repeat(count))
            })
            .collect();
        let mut found = branches(&subset_sum(&weights, target), usize::MAX).unwrap();
        expected.sort();
        found.sort();
        assert_eq!(found, expected);
    }
}

/// A branch without end does not keep the others from coming.
#[test]
fn branches_come_in_fair_order() {
    // The first part of x is x again, without end: of the label 1 it was chosen before.
    let text = "
        #![numbers(native)]
        @main = &2{s 42} & @x ~ (7 s)
        @x = ({a b} &1{t a}) & @x ~ (b t)";
    assert_eq!(branches(text, 2).unwrap(), ["42", "7"]);
}

/// The same label on the way to a result is the same choice, wherever it comes to light.
#[test]
fn a_label_is_one_choice() {
    for (text, expected) in [
        ("@main = (&1{1 2} &1{3 4})", &["(1 3)", "(2 4)"][..]),
        ("@main = (&1{1 2} &2{3 4})", &["(1 3)", "(1 4)", "(2 3)", "(2 4)"]),
        ("@main = &1{&1{1 2} &2{3 &1{4 5}}}", &["1", "3", "5"]),
        ("@main = @f  @f = (&5{0 1} @g)  @g = &5{2 3}", &["(0 2)", "(1 3)"]),
    ] {
        let found = branches(&format!("#![numbers(native)] {text}"), usize::MAX).unwrap();
        assert_eq!(found, expected, "{text}");
    }
}

/// Search by superposition shares what branches have in common; enumeration does all of it again for each.
#[test]
fn superposition_beats_enumeration_by_a_factor_that_grows() {
    let mut last = 0.0;
    for count in [4, 6, 8, 10] {
        let weights: Vec<u32> = (0..count).map(|at| 3 + at * at).collect();
        let by_superposition = lazily(&subset_sum(&weights, 40), |net| {
            let branches = net.collapse().collect::<Result<Vec<_>, _>>()?.len();
            assert_eq!(branches, 1 << count);
            Ok(net.stats().interactions())
        })
        .unwrap();
        // The same nets, with a number in the place of each superposition.
        let by_enumeration: u64 = (0..1_u32 << count)
            .map(|set| {
                let mut text = subset_sum(&weights, 40);
                for at in 0..count {
                    text = text.replace(&format!("&{}{{0 1}}", at + 1), &(set >> at & 1).to_string());
                }
                run(&text).stats.interactions()
            })
            .sum();
        let factor = by_enumeration as f64 / by_superposition as f64;
        println!("{count} weights: {by_superposition} interactions, not {by_enumeration}: {factor:.2}");
        assert!(factor > last, "{factor}, after {last}");
        last = factor;
    }
}
