//! Series that are known, and that no node is made of a zero.

use super::*;

/// The numbers of a series; `None` for what is unknown.
fn numbers<S: Space, T: Space>(small: &Batch<T, MathLang>, to: &Mapping<S, T>, terms: [Idx<S>; 4]) -> [Option<f64>; 4] {
    terms.map(|term| match small.node(to[term]) {
        Math::Num(a) => Some(a),
        Math::Unknown => None,
        node => panic!("{node:?} is no number"),
    })
}

#[test]
fn known_series() {
    space!(Input, guard);
    let mut build = Build::<Input>::new(Builder::new(guard));
    let known = build.known();
    let input = build.b.freeze();
    space!(Made, made);
    space!(Small, small);
    let ((_, taylor), (small, to)): ((Batch<Made, _>, _), (_, Mapping<Made, Small>)) = series(&input, made, small);
    let expected = |name: &str| match name {
        "exp x" => [Some(1.0), Some(1.0), Some(1.0 / 2.0), Some(1.0 / 6.0)],
        "sin x" => [Some(0.0), Some(1.0), Some(0.0), Some(-1.0 / 6.0)],
        "cos x" => [Some(1.0), Some(0.0), Some(-1.0 / 2.0), Some(0.0)],
        "1 / (1 - x)" => [Some(1.0); 4],
        "log (1 + x)" => [Some(0.0), Some(1.0), Some(-1.0 / 2.0), Some(1.0 / 3.0)],
        "exp x sin x" => [Some(0.0), Some(1.0), Some(1.0), Some(1.0 / 3.0)],
        "tan x" => [Some(0.0), Some(1.0), Some(0.0), Some(1.0 / 3.0)],
        "sin x / x" => [Some(1.0), Some(0.0), Some(-1.0 / 6.0), None],
        "(exp x - 1) / x" => [Some(1.0), Some(1.0 / 2.0), Some(1.0 / 6.0), None],
        "(1 - cos x) / x²" => [Some(1.0 / 2.0), Some(0.0), None, None],
        "1 / x" => [None; 4],
        name => panic!("{name} has no numbers"),
    };
    for &(name, row) in known.iter().filter(|(name, _)| *name != "exp (x + y)") {
        let found = numbers(&small, &to, taylor[row]);
        for (found, expected) in found.into_iter().zip(expected(name)) {
            let close = match (found, expected) {
                (Some(a), Some(b)) => (a - b).abs() < 1e-15,
                (None, None) => true,
                _ => false,
            };
            assert!(close, "{name}: {found:?}, and not {expected:?}");
        }
    }
}

#[test]
fn other_variables_are_constants() {
    space!(Input, guard);
    let mut build = Build::<Input>::new(Builder::new(guard));
    let known = build.known();
    let input = build.b.freeze();
    space!(Made, made);
    space!(Small, small);
    let ((_, taylor), (small, to)): ((Batch<Made, _>, _), (_, Mapping<Made, Small>)) = series(&input, made, small);
    let (_, row) = known[known.len() - 1];
    let terms = taylor[row].map(|term| to[term]);
    // exp y, exp y, then half of that
    assert!(matches!(small.node(terms[0]), Math::Exp(y) if small.node(y) == Math::Var(1)));
    assert!(terms[0] == terms[1], "the same node");
    assert!(matches!(small.node(terms[2]), Math::Div(..)));
}

#[test]
fn nothing_is_made_of_zeros() {
    space!(Input, guard);
    let mut build = Build::<Input>::new(Builder::new(guard));
    build.known();
    let input = build.b.freeze();
    space!(Made, made);
    space!(Small, small);
    let ((made, _), (small, to)): ((Batch<Made, _>, _), (_, Mapping<Made, Small>)) = series(&input, made, small);
    let mut products = 0;
    for row in made.indices() {
        if let Math::Mul(a, b) | Math::Add(a, b) = made.node(row) {
            for part in [a, b] {
                assert!(!matches!(small.node(to[part]), Math::Num(a) if a == 0.0), "{}", made.show(&[row]));
            }
            products += 1;
        }
    }
    assert!(products > 10);
}

#[test]
fn a_deep_sum_is_no_deep_recursion() {
    space!(Input, guard);
    let mut build = Build::<Input>::new(Builder::new(guard));
    let mut sum = build.x;
    for _ in 0..10_000 {
        sum = build.minus(sum, build.one);
    }
    let input = build.b.freeze();
    space!(Made, made);
    space!(Small, small);
    let ((_, taylor), (small, to)): ((Batch<Made, _>, _), (_, Mapping<Made, Small>)) = series(&input, made, small);
    assert_eq!(numbers(&small, &to, taylor[sum]), [Some(-10_000.0), Some(1.0), Some(0.0), Some(0.0)]);
}
