//! Each rule alone: two agents that meet, with all that their ports may lead to, on every engine beside the reference.
//!
//! Random nets compare engines that have the same rules; these compare the rules themselves (`ci/mutants.sh rules`).

use super::{Worker, audit::Outcome, nets, reduce, sorts};
use crate::{
    EngineKind, Error, Runtime,
    cell::Plain,
    done::Done,
    stats::Rule,
    test_books::book,
    word::{Redex, Tag, Word},
};
use polarnet_syntax::{
    book::AnyBook,
    number::{Number, Numbers, Op},
};

/// Agents of two ports.
const AGENTS: [fn(&str, &str) -> String; 5] = [
    |a, b| format!("({a} {b})"),
    |a, b| format!("{{{a} {b}}}"),
    |a, b| format!("&1{{{a} {b}}}"),
    |a, b| format!("$({a} {b})"),
    |a, b| format!("?({a} {b})"),
];

const LEAVES: [&str; 6] = ["*", "0", "3", "[+1]", "@one", "@id"];

/// What is there to refer to.
const DEFINITIONS: &str = "@one = 1 @id = (x x)";

fn run(engine: EngineKind, book: &AnyBook) -> Result<Done, Error> {
    book.with(|book| Runtime::new().engine(engine).threads(1).max_interactions(1_000).run(book))
}

/// The same normal form, and as many interactions, rule by rule where rules are what the engine counts. Nets without end have none.
fn compare(text: &str) {
    let book = book(text);
    let Ok(expected) = run(EngineKind::Oracle, &book) else { return };
    for engine in [EngineKind::Bag, EngineKind::Shared, EngineKind::Direct] {
        let case = format!("{text}\n{engine}");
        let found = run(engine, &book).unwrap_or_else(|error| panic!("{case}: {error}"));
        assert_eq!(found.normal.to_string(), expected.normal.to_string(), "{case}");
        let counts = [&found, &expected].map(|done| &done.stats.by_rule);
        assert_eq!(counts[0].total(), counts[1].total(), "{case}");
        if engine != EngineKind::Direct {
            assert_eq!(sorts(counts[0]), sorts(counts[1]), "{case}");
        }
    }
}

/// `text` as it is, and without signs. Where signs clash there is one way only.
fn compare_signed(text: &str) {
    compare(text);
    compare(&format!("#![unpolarized]\n{text}"));
}

/// What `N` ports lead to, as digits of `code`: a wire of the result, a number, nothing, or one another. And the result.
fn ports<const N: usize>(mut code: usize) -> ([String; N], String) {
    let mut ports = [const { String::new() }; N];
    let mut free = Vec::new();
    for at in 0..N {
        let wire = format!("w{at}");
        if ports[at].is_empty() {
            let kind = code % 4;
            code /= 4;
            match kind {
                0 => {
                    free.push(wire.clone());
                    ports[at] = wire;
                }
                1 => ports[at] = "3".into(),
                2 => ports[at] = "*".into(),
                _ => match (at + 1..N).rev().find(|&other| ports[other].is_empty()) {
                    Some(other) => [ports[at], ports[other]] = [wire.clone(), wire],
                    None => ports[at] = "0".into(),
                },
            }
        }
    }
    let result = free.iter().rev().fold("0".to_owned(), |rest, wire| format!("({wire} {rest})"));
    (ports, result)
}

#[test]
fn two_agents() {
    for (i, left) in AGENTS.iter().enumerate() {
        for right in &AGENTS[i..] {
            for code in 0..4 * 4 * 4 * 4 {
                let ([a, b, c, d], result) = ports(code);
                compare_signed(&format!("@main = {result} & {} ~ {} {DEFINITIONS}", left(&a, &b), right(&c, &d)));
            }
        }
    }
}

#[test]
fn agents_and_leaves() {
    for agent in AGENTS {
        for leaf in LEAVES {
            for code in 0..4 * 4 {
                let ([a, b], result) = ports(code);
                for sides in [[&agent(&a, &b), leaf], [leaf, &agent(&a, &b)]] {
                    compare_signed(&format!("@main = {result} & {} ~ {} {DEFINITIONS}", sides[0], sides[1]));
                }
            }
        }
    }
}

#[test]
fn leaves() {
    for left in LEAVES {
        for right in LEAVES {
            compare_signed(&format!("@main = 7 & {left} ~ {right} {DEFINITIONS}"));
        }
    }
}

/// Where signs fit, they say which rule it is.
#[test]
fn rules_by_their_signs() {
    for (net, rule) in [
        ("r & (x x) ~ (1 r)", Rule::AppLam),
        ("(a b) & (a b) ~ (1 2)", Rule::SplitPair),
        ("(f g) & {f g} ~ (x x)", Rule::DupLam),
        ("(a b) & {a b} ~ (1 2)", Rule::DupPair),
        ("(a b) & &1{a b} ~ &1{1 2}", Rule::DupSup),
        ("(a b) & &1{a b} ~ &2{1 2}", Rule::Commute),
        ("(a b) & {a b} ~ 1", Rule::Copy),
        ("7 & * ~ (1 2)", Rule::Erase),
    ] {
        let done = run(EngineKind::Bag, &book(&format!("@main = {net}"))).expect("it ends");
        assert_eq!(done.stats.by_rule.of(rule), 1, "{net}: {:?}", done.stats.by_rule);
    }
}

/// Signs fit where these are joined, but not where they meet.
#[test]
fn signs_that_clash_within() {
    for argument in AGENTS {
        for taken in AGENTS {
            for code in 0..4 * 4 * 4 * 4 {
                let ([a, b, c, d], result) = ports(code);
                let (argument, taken) = (argument(&a, &b), taken(&c, &d));
                compare(&format!("@main = {result} & @id ~ ({argument} {taken}) {DEFINITIONS}"));
            }
        }
    }
}

/// An operator with its number as one node does what the two do that it stands for, whoever comes.
#[test]
fn narrow_operators() {
    type Partner = fn(&mut Worker<'_, Plain>) -> Word;
    let partners: [Partner; 6] = [
        |_| nets::number(7),
        |_| Word::number(Number::f(2.5, Numbers::Native)),
        |_| Word::ERA,
        |worker| Word::new(Tag::SUP, 3, worker.node(nets::number(1), nets::number(9))),
        |worker| Word::new(Tag::PAIR, 0, worker.node(nets::number(1), nets::number(9))),
        |worker| {
            let lambda = worker.node(Word::ERA, nets::number(5));
            Word::new(Tag::LAM, 0, lambda)
        },
    ];
    let reduced = |op, late, partner: Partner, swapped, wide| -> Outcome {
        let net = |worker: &mut Worker<'_, Plain>| {
            let root = nets::root(worker);
            let node = worker.node(nets::number(4), nets::out(root));
            let narrow = Worker::<Plain>::narrow(op, late, node);
            let operator = if wide { worker.widen(narrow) } else { narrow };
            let partner = partner(worker);
            worker.bag.push(if swapped { Redex(operator, partner) } else { Redex(partner, operator) });
            vec![root]
        };
        reduce::<Plain>(1, 1 << 10, 1_000, net).expect("it ends")
    };
    for partner in partners {
        for op in [Op::Add, Op::Sub, Op::FlipSub, Op::Lt] {
            for (late, swapped) in [(false, false), (false, true), (true, false), (true, true)] {
                let [found, expected] = [false, true].map(|wide| reduced(op, late, partner, swapped, wide));
                assert_eq!(found.normal, expected.normal, "{op:?} {late} {swapped}");
                assert_eq!(sorts(&found.counts), sorts(&expected.counts), "{op:?} {late} {swapped}");
            }
        }
    }
}
