//! Random terms: the normal form is that of substitution, with labels where no copies are warned of, with levels always.
//! Random nets: each is shown as a term, which can be read again, or is none, whatever it is.

mod lambda;
#[allow(dead_code, reason = "tests/random.rs uses the rest")]
mod support;

use lambda::{
    choose, named,
    normalise::{Budget, Order, normalise},
    term::Term,
    typed,
};
use polarnet::{EngineKind, ErrorKind, Runtime, Term as Part, reader::Source};
use std::{cell::Cell, collections::HashMap};
use support::{
    agree::runtime,
    soup,
    tries::{cases, try_all, try_texts},
};

const BUDGET: Budget = Budget { steps: 500, size: 2_000 };

/// What a book gives.
enum Given {
    Term(Term),
    /// Its copies are warned of.
    Warned,
    /// A net that is not shown as a term: what is copied on one side of another copy only.
    Net,
    /// More interactions than there may be.
    Endless,
}

/// By this book.
fn reduce(attribute: &str, engine: EngineKind, limit: u64, term: &Term) -> Result<Given, String> {
    let text = format!("#![{attribute}]\nterm @main = {}", named::write(term));
    let source = Source::new("the term", text.as_str());
    let parsed = source.parse();
    let Some(book) = &parsed.book else { return Err(source.render(&parsed.diagnostics, false)) };
    if !parsed.diagnostics.is_empty() {
        return Ok(Given::Warned);
    }
    let done =
        book.with(|book| Runtime::new().engine(engine).threads(1).expand(true).max_interactions(limit).run(book));
    let done = match done {
        Err(error) if matches!(error.kind, ErrorKind::Interactions(_)) => return Ok(Given::Endless),
        done => done.map_err(|error| format!("{text}\n{error}"))?,
    };
    let Some(found) = done.normal.term() else { return Ok(Given::Net) };
    named::read(&found).map(Given::Term).ok_or(found)
}

#[test]
fn typed_terms() {
    let [same, warned, nets, steps, copies] = [const { Cell::new(0_u64) }; 5];
    let count = cases(2_250);
    try_texts(
        count,
        |c| typed::closed(c).to_string(),
        |text| {
            let term = Term::parse(text);
            let Some((normal, needed)) = normalise(&term, Order::Normal, BUDGET) else { return Ok(()) };
            match reduce("numbers(native)", EngineKind::Direct, 10_000_000, &term)? {
                Given::Warned => warned.set(warned.get() + 1),
                Given::Net => nets.set(nets.get() + 1),
                Given::Endless => return Err("more interactions than it should need".to_owned()),
                Given::Term(found) if found == normal => {
                    same.set(same.get() + 1);
                    steps.set(steps.get() + needed as u64);
                    copies.set(copies.get() + u64::from(named::copies(&term)));
                }
                Given::Term(found) => {
                    return Err(format!("expected {normal}\n   found {found}\n{}", named::write(&term)));
                }
            }
            Ok(())
        },
    );
    let [same, warned, nets, steps, copies] = [same, warned, nets, steps, copies].map(Cell::into_inner);
    println!("{same} terms, {copies} of which copy, {steps} steps; {warned} are warned of, {nets} stay nets");
    assert!(nets * 10 <= same, "{nets} stay nets, {same} do not");
    assert!(same * 2 >= u64::from(count), "{same} of {count}, {warned} warned of");
    assert!(copies * 3 >= same && steps >= 4 * same, "{copies} of {same} copy, {steps} steps: they are too simple");
}

#[test]
fn untyped_terms_with_levels() {
    let [same, endless, steps, copies] = [const { Cell::new(0_u64) }; 4];
    let count = cases(2_250);
    try_texts(
        count,
        |c| choose::closed(c).to_string(),
        |text| {
            let term = Term::parse(text);
            let Some((normal, needed)) = normalise(&term, Order::Normal, BUDGET) else { return Ok(()) };
            let mut given = reduce("lambda(levels)", EngineKind::Direct, 100_000, &term)?;
            // All of a net is reduced, also what is erased: where that has no end by substitution either, only laziness gets there.
            if matches!(given, Given::Endless) && normalise(&term, Order::Perpetual, BUDGET).is_none() {
                endless.set(endless.get() + 1);
                given = reduce("lambda(levels)", EngineKind::Lazy, 1_000_000, &term)?;
            }
            match given {
                Given::Term(found) if found == normal => {
                    same.set(same.get() + 1);
                    steps.set(steps.get() + needed as u64);
                    copies.set(copies.get() + u64::from(named::copies(&term)));
                }
                Given::Term(found) => {
                    return Err(format!("expected {normal}\n   found {found}\n{}", named::write(&term)));
                }
                Given::Endless => return Err("more interactions than it should need".to_owned()),
                Given::Warned => return Err("a warning".to_owned()),
                Given::Net => return Err("it is not shown as a term".to_owned()),
            }
            Ok(())
        },
    );
    let [same, endless, steps, copies] = [same, endless, steps, copies].map(Cell::into_inner);
    println!("{same} terms, {copies} of which copy, {steps} steps; {endless} of them have parts without an end");
    assert!(same * 3 >= u64::from(count) * 2 && endless >= 1, "{same} of {count}, {endless} have parts without an end");
    assert!(copies * 3 >= same && steps >= 2 * same, "{copies} of {same} copy, {steps} steps: they are too simple");
}

/// Is there a wire with one end? The other one is in a circle of agents that nothing leads to but auxiliary ports.
fn has_loose_end(parts: &[Part]) -> bool {
    let mut ends = HashMap::new();
    for part in parts {
        if let Part::Wire(wire) = part {
            *ends.entry(wire).or_insert(0) += 1;
        }
    }
    ends.values().any(|&count| count == 1)
}

#[test]
fn nets_by_hand() {
    let [terms, again, nets, loose] = [const { Cell::new(0_u32) }; 4];
    let count = cases(2_500);
    try_all(count, soup::book, |book| {
        let text = book.to_string();
        let source = Source::new("the net", text.as_str());
        let parsed = source.parse();
        let Some(book) = &parsed.book else { return Err(source.render(&parsed.diagnostics, false)) };
        let Ok(done) = book.with(|book| runtime(EngineKind::Direct, 1).max_interactions(2_000).run(book)) else {
            return Ok(());
        };
        let term = done.normal.term();
        // The generator takes the largest label, after which there is none for copies.
        if let Some(term) = term.as_deref().filter(|term| !term.contains(['@']) && !term.contains("&2097151")) {
            let numbers = text.lines().next().filter(|line| line.starts_with("#!")).unwrap_or_default();
            let term = format!("{numbers}\nterm @main = {term}");
            let source = Source::new("the term", term.as_str());
            let parsed = source.parse();
            if parsed.book.is_none() {
                return Err(source.render(&parsed.diagnostics, false));
            }
            again.set(again.get() + 1);
        }
        let count = if term.is_some() { &terms } else { &nets };
        count.set(count.get() + 1);
        loose.set(loose.get() + u32::from(has_loose_end(done.normal.terms())));
        Ok(())
    });
    let [terms, again, nets, loose] = [terms, again, nets, loose].map(Cell::into_inner);
    println!("{terms} terms, {again} of them read again, {nets} nets; {loose} have wires to circles");
    assert!(
        terms >= count / 10 && again >= count / 20 && nets >= count / 10 && loose >= 1,
        "{terms} terms, {again} read again, {nets} nets, {loose} with circles"
    );
}
