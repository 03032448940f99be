//! Values that are applied to more arguments than a function may have: in one spine, and one after the other. Functions, closures that hold some
//! already, and numbers.

#[allow(dead_code, reason = "tests/random.rs uses the rest")]
mod support;

use polarnet::{AnyBook, EngineKind, Rule, net, reader::Source};
use support::agree::runtime;

/// What `@spine` and `@chain` give, of this value; on which all engines agree.
#[track_caller]
fn agree(book: impl Into<AnyBook>) -> String {
    let book = book.into();
    let run = |engine, threads| {
        let done = book.with(|book| runtime(engine, threads).expand(false).run(book)).unwrap();
        (done.to_string(), done.stats.interactions())
    };
    let wanted = run(EngineKind::Oracle, 1);
    for engine in [EngineKind::Bag, EngineKind::Direct, EngineKind::Compiled] {
        for threads in [1, 2] {
            assert_eq!(run(engine, threads), wanted, "{engine:?}, {threads} threads");
        }
    }
    wanted.0
}

macro_rules! applied {
    ($($value:tt)*) => {
        net! {
            @main = (r s) & @spine ~ ($($value)* r) & @chain ~ ($($value)* s)
            @spine = (x r) & x ~ (1 (1 (1 (1 (1 (1 (1 (1 (1 (1 (1 (1 (1 (1 (1 (1 (1 (1 (1 (1 (1 (1 (1 (1 (1 (1 (1 (1 (1 (1 r))))))))))))))))))))))))))))))
            @chain = (x w29) & x ~ (1 w0)
            & w0 ~ (1 w1)
            & w1 ~ (1 w2)
            & w2 ~ (1 w3)
            & w3 ~ (1 w4)
            & w4 ~ (1 w5)
            & w5 ~ (1 w6)
            & w6 ~ (1 w7)
            & w7 ~ (1 w8)
            & w8 ~ (1 w9)
            & w9 ~ (1 w10)
            & w10 ~ (1 w11)
            & w11 ~ (1 w12)
            & w12 ~ (1 w13)
            & w13 ~ (1 w14)
            & w14 ~ (1 w15)
            & w15 ~ (1 w16)
            & w16 ~ (1 w17)
            & w17 ~ (1 w18)
            & w18 ~ (1 w19)
            & w19 ~ (1 w20)
            & w20 ~ (1 w21)
            & w21 ~ (1 w22)
            & w22 ~ (1 w23)
            & w23 ~ (1 w24)
            & w24 ~ (1 w25)
            & w25 ~ (1 w26)
            & w26 ~ (1 w27)
            & w27 ~ (1 w28)
            & w28 ~ (1 w29)
            // A function of fourteen, the last of which it gives; and one that gives itself, after ten.
            @long = (a0 (a1 (a2 (a3 (a4 (a5 (a6 (a7 (a8 (a9 (a10 (a11 (a12 (a13 a13)))))))))))))) & a0 ~ * & a1 ~ * & a2 ~ * & a3 ~ * & a4 ~ * & a5 ~ * & a6 ~ * & a7 ~ * & a8 ~ * & a9 ~ * & a10 ~ * & a11 ~ * & a12 ~ *
            @eats = (* (* (* (* (* (* (* (* (* (* @eats))))))))))
            @held = (x r) & @long ~ (x (2 (3 (4 (5 r)))))
        }
    };
}

#[test]
fn applications_to_thirty() {
    assert_eq!(agree(applied!(@eats)), "(@eats @eats)");
    assert_eq!(agree(applied!(7)), "(7 7)");
    assert_eq!(agree(applied!(*)), "(* *)");
    // What is left is applied to the one that comes out.
    assert_eq!(agree(applied!(@long)), "(1 1)");
    assert_eq!(agree(applied!(@held)), "(1 1)");
}

fn parse(text: &str) -> AnyBook {
    let source = Source::new("book", text);
    let parsed = source.parse();
    parsed.book.unwrap_or_else(|| panic!("{}\n{text}", source.render(&parsed.diagnostics, false)))
}

/// Ports, one inside of the other, and what is innermost.
fn nested(ports: impl DoubleEndedIterator<Item = String>, last: &str) -> String {
    ports.rev().fold(last.into(), |inner, port| format!("({port} {inner})"))
}

/// Applies a function to a value so many times. Where it does, nobody knows either.
const TIMES: &str = "@times = (?((@zero @succ) r) r)  @zero = (* (x x))
    @succ = (n ({f (x y)} (x r))) & @times ~ (n (f (y r)))";

/// A function of so many arguments that gives them to another, and one that turns them.
#[test]
fn tuples_that_turn() {
    for size in 1..=12 {
        let ports = |from| (from..size).map(|at| format!("x{at}"));
        let numbers = |turns: usize| (0..size).map(move |at| ((at + turns) % size).to_string());
        let text = format!(
            "{TIMES}
             @tuple = {}
             @turn = ((@turned r) r)
             @turned = {} & @tuple ~ {}
             @main = r & @times ~ (7 (@turn (t r))) & @tuple ~ {}",
            nested(ports(0), &format!("({} r)", nested(ports(0), "r"))),
            nested(ports(0), "r"),
            nested(ports(1), "(x0 r)"),
            nested(numbers(0), "t"),
        );
        assert_eq!(agree(parse(&text)), format!("({} x0)", nested(numbers(7), "x0")), "{text}");
    }
}

/// A function of so many arguments that holds some: each turn gives it the others, and makes a new one of what comes out.
#[test]
fn functions_that_hold_some() {
    const TURNS: usize = 5;
    for size in 1..=12 {
        for held in 0..size {
            let ports = |from, to| (from..to).map(|at| format!("x{at}"));
            let numbers = |from: usize, to: usize| (from..to).map(|at| at.to_string());
            let given = (0..size).map(|at| if at < held { format!("x{at}") } else { "*".into() });
            let given: Vec<String> = given.collect();
            let (last, first) = given.split_last().expect("one at least");
            let text = format!(
                "{TIMES}
                 @function = {}
                 @turn = (f r) & f ~ {} & @function ~ {}
                 @main = r & @times ~ ({TURNS} (@turn (f g))) & @function ~ {} & g ~ {}",
                nested(ports(0, size), &nested(ports(1, size), "x0")),
                nested(numbers(100 + held, 100 + size), &nested(first.iter().cloned(), last)),
                nested(ports(0, held), "r"),
                nested(numbers(0, held), "f"),
                nested(numbers(held, size), "r"),
            );
            // The same here.
            let mut holds: Vec<usize> = (0..held).collect();
            let turned = |holds: &[usize], others: usize| {
                let mut all: Vec<usize> = holds.iter().copied().chain((held..size).map(|at| others + at)).collect();
                all.rotate_left(1);
                all
            };
            for _ in 0..TURNS {
                holds = turned(&holds, 100);
                holds.truncate(held);
            }
            let wanted: Vec<String> = turned(&holds, 0).iter().map(usize::to_string).collect();
            let (last, first) = wanted.split_last().expect("one at least");
            assert_eq!(agree(parse(&text)), nested(first.iter().cloned(), last), "{text}");
        }
    }
}

/// Calls of something unknown, so deep that some are put off: what is left to do comes after them.
#[test]
fn deep_calls() {
    let text = "@rec = (n (f (a (b (c (d (e (g r)))))))) & n ~ ?((@end @more) (f (a (b (c (d (e (g r))))))))
        @end = (* (r (* (* (* (* (* r)))))))
        @more = (n (f (a (b (c (d (e (g r)))))))) & f ~ (n (@rec (b (a (c (d (e (g t)))))))) & t ~ $([+1] r)
        @main = r & @rec ~ (2000 (@rec (7 (8 (1 (2 (3 (4 r))))))))";
    assert_eq!(agree(parse(text)), "2007");
}

/// The arms of a switch, one in the other, each with numbers for something unknown: what one needs for a moment is the next one's, too.
#[test]
fn arms_that_give_constants() {
    for (arms, size) in [(3, 12), (20, 12), (26, 7), (50, 6)] {
        let leaf = |arm: usize| {
            format!("({} r{arm})", nested((0..size).map(|at| (100 * arm + at).to_string()), &format!("r{arm}")))
        };
        let pick = (0..arms).rev().fold(format!("(* {})", leaf(arms)), |other, arm| {
            format!("(?(({} {other}) (k{arm} q{arm})) (k{arm} q{arm}))", leaf(arm))
        });
        let ports = || (0..size).map(|at| format!("x{at}"));
        let all = nested(ports().take(size - 1), &format!("x{}", size - 1));
        let main = [0, 1, arms / 2, arms - 1].map(|arm| (arm, format!("& @pick ~ ({arm} (@all y{arm}))")));
        for (arm, applied) in main {
            let text = format!("@pick = {pick} @all = {} @main = y{arm} {applied}", nested(ports(), &all));
            let wanted =
                nested((0..size - 1).map(|at| (100 * arm + at).to_string()), &(100 * arm + size - 1).to_string());
            let book = parse(&text);
            let done = book.with(|book| runtime(EngineKind::Direct, 1).run(book)).unwrap();
            assert!(done.stats.by_rule.of(Rule::Fused) > 0, "registers suffice: {text}");
            assert_eq!(agree(book), wanted, "{text}");
        }
    }
}
