//! Runs that are stopped: by arithmetic that is not defined, and by the limit of interactions.

use super::{
    agree::{ENGINES, runtime},
    net::{Book, Term},
};
use polarnet::{AnyBook, Done, EngineKind, Error, ErrorKind, reader::Source};

/// By how many interactions the limit may be passed for each thread: what a call of a random book does at once.
const ABOVE: u64 = 256;

/// The book, and how many interactions it takes; none for a book that does not end.
fn ending(text: &str, endless: u64) -> Result<Option<(AnyBook, u64)>, String> {
    let parsed = Source::new("the book", text).parse();
    let book = parsed.book.ok_or("the book does not parse")?;
    match book.with(|book| runtime(EngineKind::Oracle, 1).max_interactions(endless).run(book)) {
        Ok(done) => Ok(Some((book, done.stats.interactions()))),
        Err(Error { kind: ErrorKind::Interactions(_), .. }) => Ok(None),
        Err(error) => Err(error.to_string()),
    }
}

/// Strict runs fail on all engines or on none. True: they do fail.
///
/// A net with several faults has no first one: which is met first depends on the order. With `same`, they are all one
/// fault, and it is the one reported.
pub fn strict(book: &Book, endless: u64, same: bool) -> Result<Option<bool>, String> {
    let Some((book, _)) = ending(&book.to_string(), endless)? else { return Ok(None) };
    let show = |result: Result<Done, Error>| match result {
        Ok(done) => Ok((false, format!("{done} after {}", done.stats.interactions()))),
        Err(Error { kind: ErrorKind::Arithmetic(fault), .. }) if same => Ok((true, fault.to_string())),
        Err(Error { kind: ErrorKind::Arithmetic(_), .. }) => Ok((true, String::new())),
        Err(error) => Err(error.to_string()),
    };
    let run = |(engine, threads)| show(book.with(|book| runtime(engine, threads).strict(true).run(book)));
    let expected = run((EngineKind::Oracle, 1))?;
    for engine in ENGINES {
        let found = run(engine)?;
        if found != expected {
            return Err(format!("{engine:?}: expected {expected:?}, found {found:?}"));
        }
    }
    Ok(Some(expected.0))
}

/// The same program with divisions of small numbers only: what can go wrong is a division by zero.
pub fn with_divisions(program: &Book) -> Book {
    let mut program = program.clone();
    for def in &mut program.defs {
        for top in def.tops() {
            top.each(&mut |term| {
                let Term::Num(text) = term else { return };
                let choice = text.bytes().map(usize::from).sum::<usize>() % 4;
                let of = match text.strip_prefix('[') {
                    None => ["0", "1", "2", "20"],
                    Some(operator) if operator.contains(|c: char| c.is_alphanumeric()) => {
                        ["[/7]", "[:/2]", "[%9]", "[+1]"]
                    }
                    Some(_) => ["[/]", "[%]", "[:/]", "[+]"],
                };
                *text = of[choice].to_owned();
            });
        }
    }
    program
}

/// A run that needs more interactions than the limit fails, and has not done many more; others do not notice.
pub fn interactions(text: &str, endless: u64) -> Result<Option<bool>, String> {
    let Some((book, needed)) = ending(text, endless)? else { return Ok(None) };
    let engines = [
        (EngineKind::Oracle, 1),
        (EngineKind::Bag, 1),
        (EngineKind::Direct, 1),
        (EngineKind::Bag, 2),
        (EngineKind::Direct, 2),
        (EngineKind::Bag, 4),
    ];
    let mut stopped = false;
    for (engine, threads) in engines {
        for limit in [0, 1, needed / 8, needed / 2, needed.saturating_sub(1), needed, needed + 1] {
            let above = if engine == EngineKind::Oracle { 0 } else { ABOVE * threads as u64 };
            let error = |what: &str, n| Err(format!("{what}: {n}, limit {limit} of {needed}, {engine:?} {threads}"));
            match book.with(|book| runtime(engine, threads).max_interactions(limit).run(book)) {
                Ok(done) if done.stats.interactions() != needed => {
                    return error("another number", done.stats.interactions());
                }
                Ok(_) if needed > limit => return error("it ended after", needed),
                Ok(_) => {}
                Err(Error { kind: ErrorKind::Interactions(found), stats, .. }) => {
                    stopped = true;
                    if found != limit {
                        return error("another limit", found);
                    }
                    if stats.interactions() > limit + above {
                        return error("too many", stats.interactions());
                    }
                    if limit >= needed {
                        return error("stopped too early, after", stats.interactions());
                    }
                }
                Err(other) => return Err(other.to_string()),
            }
        }
    }
    Ok(Some(stopped))
}
