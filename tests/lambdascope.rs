//! The full λ-calculus as agents: Lambdascope's normal forms are those of plain substitution, on every engine, as text and
//! by `net!`.

mod lambda;
#[allow(dead_code, reason = "tests/random.rs uses the rest")]
mod support;

use lambda::{
    choose,
    normalise::{Budget, Order, normalise},
    rules,
    term::{Term, church},
    translate,
};
use polarnet::{AnyBook, Done, EngineKind, reader::Source};
use std::cell::Cell;
use support::{
    agree,
    tries::{cases, try_texts},
};

/// One thread, two and four, which are compared with the oracle.
const ENGINES: [(EngineKind, usize); 3] = [(EngineKind::Bag, 1), (EngineKind::Bag, 2), (EngineKind::Bag, 4)];

/// The result on which they agree, in the normal form and in the interactions of each sort; none if there are more of them.
fn reduce(book: &AnyBook, limit: u64) -> Result<Option<Done>, String> {
    book.with(|book| agree::same_result(book, &ENGINES, limit, false))
}

fn parse(defs: &str) -> Result<AnyBook, String> {
    let source = Source::new("the term", rules::book(defs));
    let parsed = source.parse();
    parsed.book.ok_or_else(|| source.render(&parsed.diagnostics, false))
}

/// Reduces a term as a net, and compares it with its normal form: the interactions, if it ends.
fn compare(term: &Term, normal: &Term, limit: u64) -> Result<Option<u64>, String> {
    let net = translate::net(term);
    let expect = |done: &Done, defs: &str| match done.normal.value::<Term>() {
        Ok(found) if found == *normal => Ok(()),
        Ok(found) => Err(format!("expected {normal}\n   found {found}\n{defs}")),
        Err(why) => Err(format!("{why}\n{defs}")),
    };
    let defs = translate::read(&net);
    let book = parse(&defs)?;
    let Some(done) = reduce(&book, limit)? else { return Ok(None) };
    expect(&done, &defs)?;
    // First the term alone, which gives a graph with fans and delimiters, then what that stands for.
    let one = |defs: &str| {
        let done = parse(defs)?.with(|book| agree::runtime(EngineKind::Bag, 1).run(book));
        done.map_err(|error| format!("{error}\n{defs}"))
    };
    let graph = one(&format!("@main = {net}"))?;
    let defs = translate::read(&graph.normal.to_string());
    let read = one(&defs)?;
    expect(&read, &defs)?;
    let interactions = [&graph, &read, &done].map(|done| done.stats.interactions());
    if interactions[0] + interactions[1] != interactions[2] {
        return Err(format!("{interactions:?} interactions\n{defs}"));
    }
    Ok(Some(interactions[2]))
}

#[test]
fn known_terms() {
    for (text, normal) in [
        ("(λx. x x) (λy. y)", "λy. y"),
        ("(λn. n n) 2", "4"),
        ("2 2", "4"),
        ("2 2 2", "16"),
        ("3 2 2", "256"),
        ("2 3", "9"),
        ("(λn. n 2 n) 2", "16"),
        ("(λm. λn. λf. m (n f)) 3 4", "12"),
        ("(λn. (λm. λf. m (n f)) n) 4", "16"),
        ("(λx. λy. x) (λx. x) (λx. x x)", "λx. x"),
        ("(λp. p (λx. λy. λq. q y x)) (λq. q 2 (λz. z z))", "λq. q (λz. z z) 2"),
        // Shared below a λ that is shared, and with a free variable.
        ("λy. (λx. x x) (λz. y z)", "λy. y (λz. y z)"),
        ("(λf. f (f (λx. x))) (λg. (λh. g (h h)) (λi. g i))", "λx. x"),
        (
            "λa. (λf. λy. f (f y)) (λx. (λg. g (g x)) (λz. a z z))",
            "λa. λy. (λx. a x x) ((λx. a x x) ((λx. a x x) (a y y)))",
        ),
    ] {
        let term = Term::parse(text);
        let (expected, steps) =
            normalise(&term, Order::Normal, Budget { steps: 5_000, size: 5_000 }).expect("it has a normal form");
        let normal = normalise(&Term::parse(normal), Order::Normal, Budget { steps: 10, size: 5_000 });
        assert_eq!(Some(&expected), normal.as_ref().map(|(normal, _)| normal), "{text}");
        let interactions = compare(&term, &expected, 1_000_000).unwrap_or_else(|why| panic!("{text}: {why}"));
        println!("{text}: {steps} steps, {interactions:?}");
    }
}

#[test]
fn random_terms() {
    let [ended, endless, steps, interactions] = [const { Cell::new(0) }; 4];
    let add = |to: &Cell<u64>, more| to.set(to.get() + more);
    let count = cases(750);
    try_texts(
        count,
        |c| choose::closed(c).to_string(),
        |text| {
            let term = Term::parse(text);
            let Some((normal, needed)) = normalise(&term, Order::Normal, Budget { steps: 300, size: 1_500 }) else {
                return Ok(());
            };
            if needed == 0 {
                return Ok(());
            }
            match compare(&term, &normal, 50_000)? {
                // All of a net is reduced, also what is erased: that has no end by substitution either.
                None => {
                    if normalise(&term, Order::Perpetual, Budget { steps: 300, size: 1_500 }).is_some() {
                        return Err("more interactions than it should need".to_owned());
                    }
                    add(&endless, 1);
                }
                Some(found) => {
                    add(&ended, 1);
                    add(&steps, needed as u64);
                    add(&interactions, found);
                }
            }
            Ok(())
        },
    );
    println!("{ended:?} terms, {steps:?} steps, {interactions:?} interactions; {endless:?} have no end");
    assert!(ended.get() * 3 >= u64::from(count) * 2 && endless.get() * 50 <= ended.get());
    assert!(steps.get() >= 5 * ended.get(), "they are too simple");
}

#[test]
fn forms_agree() {
    for (forms, n) in [(rules::self_application(), 4), (rules::powers(), 16)] {
        let compiled = reduce(&forms.compiled, 10_000).unwrap().expect("it ends");
        let text = reduce(&parse(forms.defs).unwrap(), 10_000).unwrap().expect("it ends");
        assert_eq!(compiled.normal.value::<Term>().unwrap(), church(n));
        for threads in [1, 2, 4] {
            let runtime = agree::runtime(EngineKind::Compiled, threads);
            let found = forms.compiled.with(|book| runtime.run(book)).unwrap();
            let of = |done: &Done| (done.normal.clone(), done.stats.interactions());
            assert_eq!(of(&found), of(&compiled), "{threads} threads");
        }
        assert_eq!((compiled.normal, compiled.stats.by_rule), (text.normal, text.stats.by_rule));
    }
}

/// What a rule makes of each order of two levels. (Terms seldom have two of the same level meet, and never show the difference.)
#[test]
fn levels_that_meet() {
    for (net, expected) in [
        ("(x (y (a b))) & Fan(4, a, b) ~ Sup(4, x, y)", "(x0 (x1 (x0 x1)))"),
        ("(x (y (a b))) & Fan(3, a, b) ~ Sup(4, x, y)", CROSSED_34),
        ("(x (y (a b))) & Fan(4, a, b) ~ Sup(3, x, y)", CROSSED_43),
        ("(x (a b)) & Fan(3, a, b) ~ Leave(4, x)", "(Fan(3, x0, x1) (Leave(4, x0) Leave(4, x1)))"),
        ("(x (a b)) & Fan(4, a, b) ~ Leave(4, x)", "(Fan(5, x0, x1) (Leave(4, x0) Leave(4, x1)))"),
        ("(x (a b)) & Fan(4, a, b) ~ Leave(3, x)", "(Fan(5, x0, x1) (Leave(3, x0) Leave(3, x1)))"),
        ("(x (y r)) & Enter(3, r) ~ Sup(4, x, y)", "(Enter(3, x0) (Enter(3, x1) Sup(5, x0, x1)))"),
        ("(x (y r)) & Enter(4, r) ~ Sup(4, x, y)", "(Enter(4, x0) (Enter(4, x1) Sup(5, x0, x1)))"),
        ("(x (y r)) & Enter(4, r) ~ Sup(3, x, y)", "(Enter(4, x0) (Enter(4, x1) Sup(3, x0, x1)))"),
        ("(x r) & Enter(3, r) ~ Leave(4, x)", "(Enter(3, x0) Leave(5, x0))"),
        ("(x r) & Enter(4, r) ~ Leave(4, x)", "(x0 x0)"),
        ("(x r) & Enter(4, r) ~ Leave(3, x)", "(Enter(5, x0) Leave(3, x0))"),
        ("(x (a b)) & Fan(4, a, b) ~ Lam(*, x)", "(Fan(5, x0, x1) (Lam(*, x0) Lam(*, x1)))"),
        ("(x r) & Enter(4, r) ~ Lam(*, x)", "(Enter(5, x0) Lam(*, x0))"),
    ] {
        let done = reduce(&parse(&format!("@main = {net}")).unwrap(), 100).unwrap().expect("it ends");
        assert_eq!(done.to_string(), expected, "{net}");
    }
}

const CROSSED_34: &str = "(Fan(3, x0, x1) (Fan(3, x2, x3) (Sup(4, x0, x2) Sup(4, x1, x3))))";
const CROSSED_43: &str = "(Fan(4, x0, x1) (Fan(4, x2, x3) (Sup(3, x0, x2) Sup(3, x1, x3))))";

/// Why there are levels: the core's own duplications, whose labels are fixed, do not give `4` for `(λn. n n) 2`. The copies of
/// `2` copy each other, and have the same label.
#[test]
fn labels_are_not_enough() {
    for (label, expected) in [(0, None), (1, Some("((&1{x0 x1} x1) (x0 x2))"))] {
        let text = format!("@main = s & (@two s) ~ ({{(n r) n}} r) @two = (&{label}{{(y z) (x y)}} (x z))");
        let book = Source::new("labels", text).parse().book.expect("it is a book");
        let done = reduce(&book, 10_000).unwrap();
        assert_eq!(done.map(|done| done.to_string()).as_deref(), expected, "label {label}");
    }
}
