//! Random terms with simple types: where no copies are warned of, the normal form is that of substitution.

mod lambda;
#[allow(dead_code, reason = "tests/random.rs uses the rest")]
mod support;

use lambda::{
    named,
    normalise::{Budget, Order, normalise},
    term::Term,
    typed,
};
use polarnet::{Runtime, reader::Source};
use std::cell::Cell;
use support::tries::{cases, try_same_texts};

const BUDGET: Budget = Budget { steps: 500, size: 2_000 };

/// The normal form as the book gives it; none if its copies are warned of.
fn reduce(term: &Term) -> Result<Option<Term>, String> {
    let text = format!("#![numbers(native)]\nterm @main = {}", named::write(term));
    let source = Source::new("the term", text.as_str());
    let parsed = source.parse();
    let Some(book) = &parsed.book else { return Err(source.render(&parsed.diagnostics, false)) };
    if !parsed.diagnostics.is_empty() {
        return Ok(None);
    }
    let done = book.with(|book| Runtime::new().threads(1).expand(true).max_interactions(10_000_000).run(book));
    let done = done.map_err(|error| format!("{text}\n{error}"))?;
    let found = done.normal.term().ok_or_else(|| format!("{text}\nno term: {}", done.normal))?;
    named::read(&found).map(Some).ok_or(found)
}

#[test]
fn typed_terms() {
    let [same, warned, steps, copies] = [const { Cell::new(0_u64) }; 4];
    let count = cases(2_000);
    try_same_texts(
        17,
        count,
        |c| typed::closed(c).to_string(),
        |text| {
            let term = Term::parse(text);
            let Some((normal, needed)) = normalise(&term, Order::Normal, BUDGET) else { return Ok(()) };
            match reduce(&term)? {
                None => warned.set(warned.get() + 1),
                Some(found) if found == normal => {
                    same.set(same.get() + 1);
                    steps.set(steps.get() + needed as u64);
                    copies.set(copies.get() + u64::from(named::copies(&term)));
                }
                Some(found) => return Err(format!("expected {normal}\n   found {found}\n{}", named::write(&term))),
            }
            Ok(())
        },
    );
    let [same, warned, steps, copies] = [same, warned, steps, copies].map(Cell::into_inner);
    println!("{same} terms, {copies} of which copy, {steps} steps; {warned} are warned of");
    assert!(same * 4 >= u64::from(count) * 3, "{same} of {count}, {warned} warned of");
    assert!(copies * 3 >= same && steps >= same, "{copies} of {same} copy, {steps} steps: they are too simple");
}
