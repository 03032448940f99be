//! Random books with agents of their own: all engines agree, on what they end with, and on how they are stopped.

#[allow(dead_code, reason = "tests/random.rs uses the rest")]
mod support;

use polarnet::{AnyBook, CancelToken, EngineKind, Error, ErrorKind, Runtime, reader::Source};
use std::{cell::Cell, time::Duration};
use support::{
    agents::{self, Kind},
    agree::{self, ENGINES, runtime},
    functions, limits,
    tries::{cases, try_texts},
};

fn parse(text: &str) -> Result<AnyBook, String> {
    let source = Source::new("the book", text);
    let parsed = source.parse();
    parsed.book.ok_or_else(|| source.render(&parsed.diagnostics, false))
}

#[test]
fn engines_agree_on_random_books() {
    let (ended, polarized, interactions) = (Cell::new(0), Cell::new(0), Cell::new(0_u64));
    let count = cases(1000);
    for (kind, count) in [(Kind::Whole, count), (Kind::Unpolarized, count / 3)] {
        try_texts(
            count,
            |c| agents::book(c, kind),
            |text| {
                if kind == Kind::Unpolarized && !ends(text)? {
                    return Ok(());
                }
                let outcome = agree::check(text, 3_000)?;
                ended.set(ended.get() + u32::from(outcome.interactions.is_some()));
                polarized.set(polarized.get() + u32::from(outcome.polarized));
                interactions.set(interactions.get() + outcome.interactions.unwrap_or(0));
                Ok(())
            },
        );
    }
    println!("{ended:?} end, {polarized:?} are polarized, {interactions:?} interactions");
    assert!(ended.get() > count / 2 && polarized.get() >= count && interactions.get() > 40 * u64::from(count));
}

/// The same where definitions are functions of agents, and much is erased that the book has rules for.
#[test]
fn engines_agree_on_random_functions() {
    let (ended, polarized, interactions) = (Cell::new(0), Cell::new(0), Cell::new(0_u64));
    let count = cases(1000);
    try_texts(count, functions::book, |text| {
        let outcome = agree::check(text, 3_000)?;
        ended.set(ended.get() + u32::from(outcome.interactions.is_some()));
        polarized.set(polarized.get() + u32::from(outcome.polarized));
        interactions.set(interactions.get() + outcome.interactions.unwrap_or(0));
        Ok(())
    });
    println!("{ended:?} end, {polarized:?} are polarized, {interactions:?} interactions");
    assert!(ended.get() > count / 2 && polarized.get() >= count && interactions.get() > 20 * u64::from(count));
}

/// What a run ends with.
#[derive(PartialEq, Debug)]
enum End {
    Normal(String, u64),
    NoRule,
    Endless,
}

fn end(book: &AnyBook, runtime: &Runtime) -> Result<End, String> {
    match book.with(|book| runtime.run(book)) {
        Ok(done) => Ok(End::Normal(done.to_string(), done.stats.interactions())),
        Err(Error { kind: ErrorKind::NoRule(_), .. }) => Ok(End::NoRule),
        Err(Error { kind: ErrorKind::Interactions(_), .. }) => Ok(End::Endless),
        Err(error) => Err(error.to_string()),
    }
}

/// Is there such a book, and does it come to an end? Signs that clash at an agent's port are an error in any case, and two
/// agents of one sign have no rule.
fn ends(text: &str) -> Result<bool, String> {
    let Ok(book) = parse(text) else { return Ok(false) };
    Ok(matches!(end(&book, &runtime(EngineKind::Oracle, 1).max_interactions(3_000))?, End::Normal(..)))
}

/// Agents meet for which there is no rule: all engines say so, none hangs, and the runtime is good for the next run.
#[test]
fn missing_rules_are_reported_by_all_engines() {
    let fine = parse("agent +Z, -Get(-out); rule Get(out) ~ Z => out ~ 7; @main = r & Get(r) ~ Z").unwrap();
    let counts = [Cell::new(0), Cell::new(0)];
    let count = cases(1000);
    let property = |text: &str| {
        // A redex without a rule that is written in the book is an error there.
        let Ok(book) = parse(text) else { return Ok(()) };
        let expected = end(&book, &runtime(EngineKind::Oracle, 1).max_interactions(3_000))?;
        if expected == End::Endless {
            return Ok(());
        }
        for (engine, threads) in ENGINES {
            let runtime = runtime(engine, threads).max_interactions(6_100);
            let found = end(&book, &runtime)?;
            // Where one part of a net has no rule, another may have no end.
            let same = found == expected || expected == End::NoRule && found == End::Endless;
            if !same || end(&fine, &runtime)? != End::Normal("7".to_owned(), 1) {
                return Err(format!("{engine:?} {threads}: expected {expected:?}, found {found:?}"));
            }
        }
        let count = &counts[usize::from(expected == End::NoRule)];
        count.set(count.get() + 1);
        Ok(())
    };
    try_texts(count, |c| agents::book(c, Kind::Gaps), property);
    try_texts(count / 2, |c| agents::book(c, Kind::Unpolarized), property);
    println!("{counts:?}: without such a pair, and with one");
    assert!(counts.iter().all(|found| found.get() > count / 10), "{counts:?}");
}

#[test]
fn the_limit_of_interactions_stops_all_engines() {
    let counts = [Cell::new(0), Cell::new(0)];
    let count = cases(100);
    try_texts(
        count,
        |c| agents::book(c, Kind::Whole),
        |text| {
            if let Some(stopped) = limits::interactions(text, 3_000)? {
                let count = &counts[usize::from(stopped)];
                count.set(count.get() + 1);
            }
            Ok(())
        },
    );
    assert!(counts[1].get() > count / 4, "{counts:?}");
}

/// All engines, the oracle too.
fn runtimes() -> impl Iterator<Item = Runtime> {
    [(EngineKind::Oracle, 1)].into_iter().chain(ENGINES).map(|(engine, threads)| runtime(engine, threads))
}

/// Only what a reference in the normal form stands for has such a pair: with references expanded all engines say so.
#[test]
fn a_rule_is_missing_in_what_is_expanded() {
    let text = "#![unpolarized] agent +V0(+p0); agent -A0(+p0); rule A0(a0) ~ V0(v0) => {w0 w0} ~ a0 & v0 ~ *;
        @main = V0(@d1) @d1 = V0(*) & V0(*) ~ A0(V0(V0(*)))";
    assert!(!agree::check(text, 3_000).unwrap().expanded);
    let expanded = runtime(EngineKind::Oracle, 1).expand(true);
    assert_eq!(end(&parse(text).unwrap(), &expanded), Ok(End::NoRule));
}

/// A net that has no end, with wide agents that are made, copied and erased; stopped in every way. The runtime is good for
/// the next run.
#[test]
fn endless_agents_are_stopped() {
    let endless = parse(
        "agent +Go, +W(+a, -b, +c, -d, +e), -Loop(+w, -out);
        rule Loop(w, out) ~ Go => {v *} ~ w & Loop(W(v, b, b, d, d), out) ~ Go & * ~ W(Go, x, x, y, y);
        @main = r & Loop(Go, r) ~ Go",
    )
    .unwrap();
    let fine = parse("agent +Z, -Get(-out); rule Get(out) ~ Z => out ~ 7; @main = r & Get(r) ~ Z").unwrap();
    for runtime in runtimes() {
        let stopped = |runtime: Runtime| {
            let error = endless.with(|book| runtime.run(book)).expect_err("it has no end");
            assert!(error.stats.interactions() > 0, "{error}");
            error.kind
        };
        let kind = stopped(runtime.clone().max_interactions(20_000));
        assert!(matches!(kind, ErrorKind::Interactions(20_000)), "{kind}");
        let kind = stopped(runtime.clone().timeout(Duration::from_millis(5)));
        assert!(matches!(kind, ErrorKind::Timeout(_)), "{kind}");
        let token = CancelToken::new();
        let cancelled = std::thread::scope(|scope| {
            scope.spawn(|| {
                std::thread::sleep(Duration::from_millis(5));
                token.cancel();
            });
            stopped(runtime.clone().cancel_with(token.clone()))
        });
        assert!(matches!(cancelled, ErrorKind::Cancelled), "{cancelled}");
        assert_eq!(end(&fine, &runtime), Ok(End::Normal("7".to_owned(), 1)));
    }
}

/// However little memory there is: a result or an error.
#[test]
fn hardly_any_memory() {
    // Five wide agents for each `S`, of fifteen ports in all sizes.
    let wires: Vec<String> = (0..7).map(|at| format!("w{at}, w{at}, ")).collect();
    let ports: Vec<String> = (0..7).map(|at| format!("+a{at}, -b{at}, ")).collect();
    let text = format!(
        "agent +Z, +S(+n), +W({}+rest), -Grow(+w, -out);
        rule Grow(w, out) ~ Z => out ~ w;
        rule Grow(w, out) ~ S(n) => {{n1 n2}} ~ n & out ~ W({}v) & Grow(w, v) ~ n1 & * ~ n2;
        @main = r & Grow(Z, r) ~ {}Z{}",
        ports.concat(),
        wires.concat(),
        "S(".repeat(30),
        ")".repeat(30)
    );
    let book = parse(&text).unwrap();
    let expected = end(&book, &runtime(EngineKind::Oracle, 1)).unwrap();
    let mut results = [0, 0];
    for runtime in runtimes() {
        for memory in (0..3_000).step_by(40).chain((3_000..60_000).step_by(1_500)).chain([1 << 20]) {
            match book.with(|book| runtime.clone().max_memory(memory).run(book)) {
                Err(error) => {
                    assert!(matches!(error.kind, ErrorKind::Memory(_)), "{error}");
                    results[0] += 1;
                }
                Ok(done) => {
                    assert_eq!(End::Normal(done.to_string(), done.stats.interactions()), expected);
                    results[1] += 1;
                }
            }
        }
    }
    assert!(results.iter().all(|&count| count > 50), "{results:?}");
}

/// Rules for a few of many agents.
#[test]
fn few_rules_of_many_agents() {
    let agents: Vec<String> = (0..3_000).map(|at| format!("agent +V{at}(+x);\n")).collect();
    let rule = |at: usize| format!("rule A(out) ~ V{at}(x) => x ~ $([+{at}] out);\n");
    let rules = [0, 1_500, 2_999].map(rule).concat();
    let text = format!(
        "{}agent -A(-out);\n{rules}@main = r & A(s) ~ V2999(1) & A(t) ~ V1500(s) & A(r) ~ V0(t)",
        agents.concat()
    );
    let book = parse(&text).unwrap();
    for runtime in runtimes() {
        assert_eq!(end(&book, &runtime), Ok(End::Normal("4500".to_owned(), 6)));
    }
    // It has no rule with the next one.
    let book = parse(&text.replace("V1500(s)", "u & u ~ V1501(s)")).unwrap();
    for runtime in runtimes() {
        assert_eq!(end(&book, &runtime), Ok(End::NoRule));
    }
}
