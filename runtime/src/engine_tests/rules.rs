//! Each rule alone: two agents that meet, with all that their ports may lead to, on every engine beside the reference.
//!
//! Random nets compare engines that have the same rules; these compare the rules themselves (`ci/mutants.sh rules`).

use super::{Worker, audit::Outcome, nets, reduce, sorts};
use crate::{
    EngineKind, Runtime,
    cell::Plain,
    done::Done,
    error::ErrorKind,
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

/// `None`: it has no end.
fn run(engine: EngineKind, book: &AnyBook) -> Option<Done> {
    let done = book.with(|book| Runtime::new().engine(engine).threads(1).max_interactions(1_000).run(book));
    match done {
        Ok(done) => Some(done),
        Err(error) if matches!(error.kind, ErrorKind::Interactions(_)) => None,
        Err(error) => panic!("{engine}: {error}"),
    }
}

/// The same normal form, and as many interactions, rule by rule where rules are what the engine counts. False: the net has no
/// end.
fn compare(text: &str) -> bool {
    let book = book(text);
    let Some(expected) = run(EngineKind::Oracle, &book) else { return false };
    for engine in [EngineKind::Bag, EngineKind::Shared, EngineKind::Direct] {
        let case = format!("{text}\n{engine}");
        let found = run(engine, &book).unwrap_or_else(|| panic!("no end: {case}"));
        assert_eq!(found.normal.to_string(), expected.normal.to_string(), "{case}");
        let counts = [&found, &expected].map(|done| &done.stats.by_rule);
        assert_eq!(counts[0].total(), counts[1].total(), "{case}");
        if engine != EngineKind::Direct {
            assert_eq!(sorts(counts[0]), sorts(counts[1]), "{case}");
        }
    }
    true
}

/// All of them, most of which end: circles may go on for ever.
fn compare_all(nets: &[String]) {
    let ended = nets.iter().filter(|net| compare(net)).count();
    assert!(ended * 2 > nets.len(), "{ended} of {} nets end", nets.len());
}

/// The net as it is, and without signs. Where signs clash there is one way only.
fn with_and_without_signs(net: String) -> [String; 2] {
    [format!("#![unpolarized]\n{net}"), net]
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
    let mut nets = Vec::new();
    for (i, left) in AGENTS.iter().enumerate() {
        for right in &AGENTS[i..] {
            for code in 0..4 * 4 * 4 * 4 {
                let ([a, b, c, d], result) = ports(code);
                nets.extend(with_and_without_signs(format!(
                    "@main = {result} & {} ~ {} {DEFINITIONS}",
                    left(&a, &b),
                    right(&c, &d)
                )));
            }
        }
    }
    compare_all(&nets);
}

#[test]
fn agents_and_leaves() {
    let mut nets = Vec::new();
    for agent in AGENTS {
        for leaf in LEAVES {
            for code in 0..4 * 4 {
                let ([a, b], result) = ports(code);
                for sides in [[&agent(&a, &b), leaf], [leaf, &agent(&a, &b)]] {
                    nets.extend(with_and_without_signs(format!(
                        "@main = {result} & {} ~ {} {DEFINITIONS}",
                        sides[0], sides[1]
                    )));
                }
            }
        }
    }
    compare_all(&nets);
}

#[test]
fn leaves() {
    let mut nets = Vec::new();
    for left in LEAVES {
        for right in LEAVES {
            nets.extend(with_and_without_signs(format!("@main = 7 & {left} ~ {right} {DEFINITIONS}")));
        }
    }
    compare_all(&nets);
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

/// A switch whose arms are there, and what the arm erases that is not taken.
#[test]
fn switches() {
    let mut nets = Vec::new();
    for zero in ["1", "*", "(x x)", "(1 2)", "@one", "{1 2}", "&1{1 (x x)}", "p"] {
        for other in ["*", "(n n)", "(* 5)", "(n (n 2))", "@id", "({n1 n2} (n1 n2))", "q"] {
            for number in ["0", "1", "3", "@one"] {
                let result = if zero == "p" { "& p ~ 4" } else { "" };
                let given = if other == "q" { "& q ~ (a a)" } else { "" };
                nets.extend(with_and_without_signs(format!(
                    "@main = r & ?(({zero} {other}) r) ~ {number} {result} {given} {DEFINITIONS}"
                )));
            }
        }
    }
    compare_all(&nets);
}

/// Signs fit where these are joined, but not where they meet.
#[test]
fn signs_that_clash_within() {
    let mut nets = Vec::new();
    for argument in AGENTS {
        for taken in AGENTS {
            for code in 0..4 * 4 * 4 * 4 {
                let ([a, b, c, d], result) = ports(code);
                let (argument, taken) = (argument(&a, &b), taken(&c, &d));
                nets.push(format!("@main = {result} & @id ~ ({argument} {taken}) {DEFINITIONS}"));
            }
        }
    }
    compare_all(&nets);
}

/// Agents of a book meet one another, numbers, what erases and copies, and references.
#[test]
fn agents_of_a_book() {
    const BOOK: &str = "agent +Pair(+a, +b), +Unit, -Add(+x, -out), -Other(-out, -left);
        rule Add(x, out) ~ Pair(a, b) => out ~ (x (a b));
        rule Add(x, out) ~ Unit => out ~ x;
        rule Add(x, out) ~ #n => x ~ $([+] $(#n out));
        rule Other(out, left) ~ Pair(a, b) => out ~ b & left ~ a;
        rule Other(out, left) ~ Unit => out ~ 8 & left ~ *;
        rule Other(out, left) ~ #n if n < 5 => out ~ #(n + 1) & left ~ #n;
        rule Other(out, left) ~ #n => out ~ Unit & left ~ #n;
        @pair = Pair(4, 5)";
    let mut nets = Vec::new();
    let values = ["Pair(1, 2)", "Unit", "3", "7", "@pair", "@one", "*", "&1{Pair(1, 2) 3}", "Pair(Unit, Pair(1, *))"];
    let consumers =
        ["Add(6, p) & 0 ~ q", "Other(p, q)", "{p q}", "* & 1 ~ p & 2 ~ q", "&1{p q}", "&2{Add(9, p) Add(1, q)}"];
    for value in values {
        for consumer in consumers {
            let (consumer, rest) =
                consumer.split_once(" & ").map_or((consumer, String::new()), |(c, r)| (c, format!("& {r}")));
            for sides in [[value, consumer], [consumer, value]] {
                nets.push(format!("{BOOK} {DEFINITIONS} @main = (p q) & {} ~ {} {rest}", sides[0], sides[1]));
            }
        }
    }
    compare_all(&nets);
}

/// What waits for a wire that a lambda and a split leave without a value is a call in direct style, and a net elsewhere.
#[test]
fn calls_that_wait_where_signs_clash() {
    const WAIT: &str = "@wait = (n r) & n ~ ?((1 (m m)) r)  @add = (n (m r)) & n ~ $([+] $(m r))";
    let calls = ["@wait ~ (w r)", "@add ~ (w (1 r))", "@add ~ (1 (w r))", "@wait ~ (w s) & @wait ~ (s r)"];
    let clashes = [
        "@id ~ ((x x) (w q))",
        "@id ~ ((x x) (q w))",
        "@id ~ (((x y) (y x)) ((w *) q))",
        "@id ~ ((x (x1 x2)) ({w v} q)) & x ~ (x1 x2) & * ~ v",
    ];
    let mut nets = Vec::new();
    for call in calls {
        for clash in clashes {
            nets.push(format!("@main = (r q) & {call} & {clash} {WAIT} {DEFINITIONS}"));
            nets.push(format!("@main = (r q) & {clash} & {call} {WAIT} {DEFINITIONS}"));
            nets.push(format!("@main = r & {call} & {clash} & q ~ 3 {WAIT} {DEFINITIONS}"));
        }
    }
    compare_all(&nets);
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
