//! Holes that stand for statements: `???;`, `let f = ???;`, and a body that is nothing else.
//!
//! What a timeline has between two steps that are written, a hole between them does; and of the calls of the val that a
//! kernel can do, it makes those that are written nowhere. Each way to do that is written down, and checked as if it had been
//! written by hand: if one only is right, it is what stands there. What values go to the device, and what is made of those
//! that come back, are holes again, of values.

mod command;
mod event;
mod names;
mod open;
mod place;
mod report;
mod steps;
mod visit;
mod way;
mod work;
mod write;

use super::{
    check,
    elaborate::elaborate,
    errors::Errors,
    language::Language,
    tree::{Act, Block, Expr, Kind},
};
use open::Open;
use typed_arena::Arena;

/// So many bodies are tried for one function.
const MOST: usize = 64;

/// What is known of a function whose body has such holes.
struct Task<'a> {
    open: Open<'a>,
    time: steps::Timeline,
    work: work::Work,
    /// For each call, how many of its class are written.
    written: Vec<usize>,
}

/// Writes the statements that holes stand for. What is wrong with a hole is told at the end.
pub fn fill<'a>(block: &mut Block<'a>, languages: &[Language], arena: &'a Arena<Expr<'a>>) -> Errors {
    let mut told = Errors::default();
    let found: Vec<Open<'a>> = (0..block.fns.len()).filter_map(|at| open::open(block, at)).collect();
    if found.is_empty() {
        return told;
    }
    for it in &found {
        block.fns[it.at].body = Some(it.without(arena));
    }
    let (found, nested): (Vec<_>, Vec<_>) = found.into_iter().partition(|it| it.nested.is_empty());
    for it in nested {
        block.fns[it.at].unfilled = true;
        for &span in &it.nested {
            told.push(
                span,
                "a hole for statements stands between those of the body itself, and not on one way only",
                "write these statements; a value may be left open: `let x = ???;`",
            );
        }
    }
    for task in tasks(block, languages, found) {
        let at = task.open.at;
        let without = block.fns[at].body;
        match task.only(block, languages, arena) {
            Ok((body, made)) => {
                block.fns[at].body = Some(body);
                block.fns[at].made = made;
            }
            Err(wrong) => {
                block.fns[at].body = without;
                block.fns[at].unfilled = true;
                told.append(wrong);
            }
        }
    }
    told
}

/// What the specs of these functions say. Nothing, if there are other mistakes, which are told first.
fn tasks<'a>(block: &Block<'a>, languages: &[Language], found: Vec<Open<'a>>) -> Vec<Task<'a>> {
    let (typed, mut errors) = (Arena::new(), Errors::default());
    let program = elaborate(block, languages.to_vec(), &typed, &mut errors);
    if !errors.is_empty() {
        return Vec::new();
    }
    let specs = check::Specs::new(&program, &mut errors);
    let signatures = check::signatures(&program, &specs, &mut errors);
    if !errors.is_empty() {
        return Vec::new();
    }
    let task = |open: Open<'a>| {
        let signature = signatures.of[open.at].as_ref()?;
        let val = &specs.vals[signature.val];
        if val.opaque.is_some() || val.broken {
            return None;
        }
        let time = steps::timeline(&program, &specs, open.at, signature);
        let work = work::work(&program, open.at, val, signature);
        let written = work.written(&open);
        Some(Task { open, time, work, written })
    };
    found.into_iter().filter_map(task).collect()
}

impl<'a> Task<'a> {
    /// The one body that is right, and the names that were made for it; or why there is none.
    fn only(
        &self,
        block: &mut Block<'a>,
        languages: &[Language],
        arena: &'a Arena<Expr<'a>>,
    ) -> Result<(&'a Expr<'a>, Vec<String>), Errors> {
        // Of others' steps, nothing is known: then holes are values.
        if self.time.others {
            let whole = self.open.items.len() == 1;
            let is_value = |form: open::Form| match form {
                open::Form::Statements | open::Form::Several => false,
                open::Form::Value => !whole,
                open::Form::Let(_) | open::Form::Operand => true,
            };
            return match self.open.items.iter().all(|it| it.hole.is_none_or(is_value)) {
                true => Ok((self.open.body, Vec::new())),
                false => Err(self.made_of_others()),
            };
        }
        let ways = way::ways(&self.open, &self.time);
        let names = names::Names::new(block, &self.open, &self.time, &self.work);
        let mut right: Vec<(report::Told, &'a Expr<'a>)> = Vec::new();
        let (mut wrong, mut why, mut tried) = (Vec::new(), None, 0);
        // A hole stands for something, if it can; what is written is not done again: the fewer calls, the better.
        let counts = || 0..=self.work.calls.len();
        for (nothing, count) in counts().map(|count| (false, count)).chain(counts().map(|count| (true, count))) {
            let mut found = place::Found::default();
            ways.iter().enumerate().for_each(|(nth, way)| place::places(self, nth, way, count, &mut found));
            if found.too_many() {
                return Err(self.too_many());
            }
            found.places.retain(|place| place.leaves(&self.open, &ways[place.way]) == nothing);
            tried += found.places.len();
            if tried > MOST {
                return Err(self.too_many());
            }
            for place in &found.places {
                let way = &ways[place.way];
                let told = self.told(way, place);
                if right.iter().any(|(known, _)| *known == told) {
                    continue;
                }
                // First with what is read for sure and copies that are there, then with all, and copies of its own.
                for (all, reuse) in [(false, true), (false, false), (true, true), (true, false)] {
                    let writer = write::Writer { task: self, way, place, names: &names, arena, all, reuse };
                    if all && !writer.reads_written() || !reuse && !writer.copies_written() {
                        continue;
                    }
                    let body = writer.body();
                    match self.check(block, languages, body, &names, place) {
                        errors if errors.is_empty() => {
                            right.push((told, body));
                            break;
                        }
                        errors => wrong.push(errors),
                    }
                }
            }
            why = why.or(found.why);
            if !right.is_empty() {
                break;
            }
        }
        match &right[..] {
            [(_, body)] => Ok((*body, names.all())),
            [] => Err(self.none(&ways, wrong, why)),
            several => Err(self.several(several.iter().map(|(told, _)| told))),
        }
    }

    /// What is wrong with a body, as if it were written by hand.
    fn check(
        &self,
        block: &mut Block<'a>,
        languages: &[Language],
        body: &'a Expr<'a>,
        names: &names::Names,
        place: &place::Place,
    ) -> Errors {
        let it = &mut block.fns[self.open.at];
        it.body = Some(body);
        it.made = names.all();
        let (typed, mut errors) = (Arena::new(), Errors::default());
        let block: &Block<'_> = block;
        let program = elaborate(block, languages.to_vec(), &typed, &mut errors);
        if errors.is_empty() {
            // Where a hole could encode a call, no hole computes it here.
            let encodes = place.spots.iter().any(Option::is_some);
            let calls = self.work.calls.iter().filter(|_| encodes);
            let kernels: Vec<usize> = calls.map(|call| call.class).collect();
            check::one(&program, self.open.at, &kernels, self.open.span, &mut errors);
        }
        errors
    }
}

/// A hole, with whatever is said of it.
fn is_hole(expr: &Expr<'_>) -> bool {
    match &expr.kind {
        Kind::Act(Act::Hole) => true,
        Kind::Act(Act::Block(list, Some(value))) => list.is_empty() && is_hole(value),
        _ => false,
    }
}
