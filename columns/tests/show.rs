//! Batches as expressions and as graphs.

use polarnet_columns::{Builder, Child, List, Node, space};

#[derive(Node, Clone, Copy)]
enum Expr<'b, I: Child> {
    Nil,
    Text(char),
    Neg(I),
    If { test: I, chance: f64, then: I },
    Sum(List<'b, I>),
}

#[test]
fn names_are_given_to_what_is_shared() {
    space!(Exprs, guard);
    let mut batch = Builder::<Exprs, ExprLang>::new(guard);
    let nil = batch.add(Expr::Nil);
    let minus = batch.add(Expr::Neg(nil));
    // Not reached from the roots below, so it does not make `minus` shared.
    batch.add(Expr::Neg(minus));
    let choice = batch.add(Expr::If { test: minus, chance: 0.5, then: nil });
    let sum = batch.add(Expr::Sum(List::new(&[choice, nil, choice])));
    let empty = batch.add(Expr::Sum(List::new(&[])));
    let batch = batch.freeze();
    let show = |roots: &[_]| batch.show(roots).to_string();
    assert_eq!(show(&[nil]), "Nil");
    assert_eq!(show(&[minus]), "Neg Nil");
    assert_eq!(show(&[choice]), "let %0 = Nil in\nIf (Neg %0) 0.5 %0");
    assert_eq!(show(&[sum]), "let %0 = Nil in\nlet %3 = If (Neg %0) 0.5 %0 in\nSum %3 %0 %3");
    assert_eq!(show(&[nil, nil]), "let %0 = Nil in\n[%0, %0]");
    assert_eq!(show(&[minus, empty]), "[Neg Nil, Sum]");
    assert_eq!(show(&[]), "[]");
    assert_eq!(format!("{:?}", batch.show(&[empty])), "Sum");
}

#[test]
fn a_million_deep_is_not_too_deep() {
    const DEPTH: usize = 1_000_000;
    space!(Deep, guard);
    let mut batch = Builder::<Deep, ExprLang>::with_capacity(guard, DEPTH + 1);
    let mut row = batch.push(Expr::Nil);
    for _ in 0..DEPTH {
        row = batch.push(Expr::Neg(row));
    }
    let batch = batch.freeze();
    let text = batch.show(&[row]).to_string();
    assert_eq!(text, format!("{}Neg Nil{}", "Neg (".repeat(DEPTH - 1), ")".repeat(DEPTH - 1)));
    assert_eq!(batch.dot(&[row]).to_string().lines().count(), 2 * DEPTH + 5);
}

#[test]
fn use_counts_do_not_overflow_on_towers() {
    // 2^40 paths from the root.
    space!(Tower, guard);
    let mut batch = Builder::<Tower, ExprLang>::new(guard);
    let mut row = batch.add(Expr::Nil);
    for _ in 0..40 {
        row = batch.add(Expr::Sum(List::new(&[row, row])));
    }
    let text = batch.freeze().show(&[row]).to_string();
    assert_eq!(text.lines().count(), 41);
    assert!(text.ends_with("let %39 = Sum %38 %38 in\nSum %39 %39"));
}

#[test]
fn graphs_are_escaped_and_show_roots() {
    space!(Graph, guard);
    let mut batch = Builder::<Graph, ExprLang>::new(guard);
    let quote = batch.add(Expr::Text('"'));
    let line = batch.add(Expr::Text('\n'));
    let root = batch.add(Expr::Neg(quote));
    let batch = batch.freeze();
    let expected = r#"digraph {
  node [shape=box]
  ordering=out
  0 [label="%0 Text '\"'"]
  1 [label="%1 Text '\\n'" style=dashed]
  2 [label="%2 Neg" peripheries=2]
  2 -> 0
}
"#;
    assert_eq!(batch.dot(&[root]).to_string(), expected);
    assert!(!batch.dot(&[]).to_string().contains("dashed"));
    assert!(batch.dot(&[line]).to_string().contains(r#"1 [label="%1 Text '\\n'" peripheries=2]"#));
}
