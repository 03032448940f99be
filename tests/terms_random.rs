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

/// What a book gives.
enum Given {
    Term(Term),
    /// Its copies are warned of.
    Warned,
    /// A net that is not shown as a term: what is copied on one side of another copy only.
    Net,
}

fn reduce(term: &Term) -> Result<Given, String> {
    let text = format!("#![numbers(native)]\nterm @main = {}", named::write(term));
    let source = Source::new("the term", text.as_str());
    let parsed = source.parse();
    let Some(book) = &parsed.book else { return Err(source.render(&parsed.diagnostics, false)) };
    if !parsed.diagnostics.is_empty() {
        return Ok(Given::Warned);
    }
    let done = book.with(|book| Runtime::new().threads(1).expand(true).max_interactions(10_000_000).run(book));
    let done = done.map_err(|error| format!("{text}\n{error}"))?;
    let Some(found) = done.normal.term() else { return Ok(Given::Net) };
    named::read(&found).map(Given::Term).ok_or(found)
}

#[test]
fn typed_terms() {
    let [same, warned, nets, steps, copies] = [const { Cell::new(0_u64) }; 5];
    let count = cases(2_000);
    try_same_texts(
        17,
        count,
        |c| typed::closed(c).to_string(),
        |text| {
            let term = Term::parse(text);
            let Some((normal, needed)) = normalise(&term, Order::Normal, BUDGET) else { return Ok(()) };
            match reduce(&term)? {
                Given::Warned => warned.set(warned.get() + 1),
                Given::Net => nets.set(nets.get() + 1),
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
