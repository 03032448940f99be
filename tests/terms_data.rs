//! Random programs with numbers, pairs, lists and functions, many of which are copied: what an evaluator says they come to.

#[path = "lambda/data.rs"]
mod data;
#[allow(dead_code, reason = "others use the rest")]
mod support;

use data::{LIBRARY, closed};
use polarnet::{EngineKind, Runtime, reader::Source};
use std::cell::Cell;
use support::tries::{cases, try_texts};

/// The result by an engine and how many interactions there were, or that copies are warned of.
fn result(text: &str, engine: EngineKind) -> Result<Option<(String, u64)>, String> {
    let source = Source::new("the program", text);
    let parsed = source.parse();
    let Some(book) = &parsed.book else { return Err(source.render(&parsed.diagnostics, false)) };
    if !parsed.diagnostics.is_empty() {
        return Ok(None);
    }
    let runtime = Runtime::new().engine(engine).threads(1).expand(true).max_interactions(20_000_000);
    let done = book.with(|book| runtime.run(book)).map_err(|error| format!("{engine:?}: {error}"))?;
    Ok(Some((done.normal.to_string(), done.stats.interactions())))
}

/// So many programs with `attribute`, by these engines: how many are right, and how many are warned of.
fn programs(count: u32, attribute: &str, engines: &[EngineKind]) -> (u32, u32) {
    let (same, warned, work) = (Cell::new(0), Cell::new(0), Cell::new(0));
    try_texts(
        count,
        |c| {
            let term = closed(c);
            match term.value(&mut Vec::new(), &mut 20_000) {
                Some(value) => format!("#![numbers(native)]\n{attribute}{LIBRARY}term @main = {term}\n= {value}"),
                None => String::new(),
            }
        },
        |text| {
            let Some((text, expected)) = text.rsplit_once("\n= ") else { return Ok(()) };
            for &engine in engines {
                match result(text, engine)? {
                    None => {
                        warned.set(warned.get() + 1);
                        return Ok(());
                    }
                    Some((found, interactions)) if found == expected => work.set(work.get() + interactions),
                    Some((found, _)) => return Err(format!("{engine:?}: expected {expected}, found {found}")),
                }
            }
            same.set(same.get() + 1);
            Ok(())
        },
    );
    let (same, warned, work) = (same.get(), warned.get(), work.get());
    println!("{same} programs, {warned} are warned of; {work} interactions");
    assert!(
        work / engines.len() as u64 > 20 * u64::from(same),
        "{work} interactions of {same} programs: they are too simple"
    );
    (same, warned)
}

#[test]
fn with_levels() {
    let (same, warned) = programs(cases(600), "#![lambda(levels)]", &[EngineKind::Direct, EngineKind::Lazy]);
    assert_eq!(warned, 0);
    assert!(same * 5 > cases(600) * 4, "{same} of {}", cases(600));
}

#[test]
fn with_labels() {
    let engines = [EngineKind::Direct, EngineKind::Bag, EngineKind::Lazy];
    let (same, _) = programs(cases(900), "#![lambda(labels)]", &engines);
    assert!(same * 3 > cases(900), "{same} of {}", cases(900));
}
