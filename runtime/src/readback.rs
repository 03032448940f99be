//! The way home: from the heap to a normal form.

use crate::{
    cell::Cell,
    control::{Control, Stop},
    engine::Engine,
    first,
    normal::{Normal, Term},
    program::Program,
    word::{Kind, Tag, Word},
    worker::Worker,
};
use polarnet_syntax::{
    net::Polarity,
    number::{Number, Wide, WideType},
};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// What stands in the slot at `loc`, past all variables; or the cell of the wire that is free there.
fn resolve<C: Cell>(worker: &Worker<'_, C>, mut loc: u32) -> Result<Word, u32> {
    loop {
        let word = worker.cell(loc).peek();
        if word.is_var() {
            loc = word.loc();
        } else {
            return if word.is_empty() { Err(loc) } else { Ok(word) };
        }
    }
}

/// The wide number of which the lower half is in the slot at `loc`, and the upper half in the next one.
pub(crate) fn wide<C: Cell>(worker: &Worker<'_, C>, loc: u32, ty: WideType) -> Wide {
    // A slot that holds a number holds it from the beginning.
    let [low, high] = [loc, loc + 1].map(|slot| worker.cell(slot).peek().as_number().bits());
    Wide::from_halves(ty, low, high)
}

/// Terms read between two looks at the limits.
const LOOK: usize = 1 << 14;

/// Reads the tree in the slot at `root`. No worker may be reducing.
///
/// # Errors
///
/// A limit: a normal form takes more memory than its net.
pub(crate) fn read<C: Cell>(
    worker: &Worker<'_, C>,
    program: &Program,
    control: &Control,
    root: u32,
) -> Result<Normal, Stop> {
    let mut held = 0;
    let mut names: FxHashMap<u32, Arc<str>> = FxHashMap::default();
    let mut agents: FxHashMap<u32, Arc<str>> = FxHashMap::default();
    let mut wires: FxHashMap<u32, u32> = FxHashMap::default();
    let mut terms = Vec::new();
    let mut signs = Vec::new();
    let sign = |negative: bool| if negative { Polarity::Negative } else { Polarity::Positive };
    let mut todo = vec![(root, false, None)];
    while let Some((slot, negative, pair)) = todo.pop() {
        if terms.len() % LOOK == 0 {
            let [term, wire, next] = [size_of::<Term>() + 1, 16, 8];
            let now = (terms.len() * term + wires.len() * wire + todo.len() * next) as u64;
            control.check(worker.heap.used() * 8, now, held, None)?;
            held = now;
        }
        if let Some(ty) = pair {
            terms.push(Term::Wide(wide(worker, slot, ty)));
            signs.push(Polarity::Positive);
            continue;
        }
        let word = match resolve(worker, slot) {
            Ok(word) => word,
            Err(cell) => {
                let next = wires.len() as u32;
                terms.push(Term::Wire(*wires.entry(cell).or_insert(next)));
                signs.push(sign(negative));
                continue;
            }
        };
        let tag = word.tag();
        if tag == Tag::NARROW {
            // Two nodes, of which only the second is there.
            terms.extend([Term::Opr, Term::Num(Number::symbol(word.narrowed().0))]);
            signs.extend([Polarity::Negative, Polarity::Positive]);
        }
        signs.push(sign(match tag {
            Tag::ACTOR | Tag::NARROW => true,
            tag if tag.is_node() => tag.negative() == 1,
            tag => negative && tag == Tag::ERA,
        }));
        terms.push(match word.tag() {
            Tag::ERA => Term::Era,
            Tag::NUM => Term::Num(word.as_number()),
            Tag::REF => {
                let name = names.entry(word.loc()).or_insert_with(|| program.template(word.loc()).name.as_str().into());
                Term::Ref(name.clone())
            }
            Tag::VALUE | Tag::ACTOR => {
                let shape = program.agent(word.label());
                if let Some(ty) = shape.boxed {
                    terms.push(Term::Wide(wide(worker, word.loc(), ty)));
                    continue;
                }
                let written = (0..shape.arity).rev().filter(|&slot| !shape.is_upper(slot));
                todo.extend(written.map(|slot| (word.loc() + slot, shape.is_cell(slot), shape.pair(slot))));
                let name = agents.entry(word.label()).or_insert_with(|| shape.name.as_str().into());
                Term::User(name.clone(), shape.arity as usize - shape.pairs.len())
            }
            tag => {
                todo.extend([1, 0].map(|slot| (word.loc() + slot, tag.cell(slot) == 1, None)));
                match tag.kind() {
                    Kind::Con => Term::Con,
                    Kind::Dup => Term::Dup(word.label()),
                    Kind::Opr => Term::Opr,
                    Kind::Swi => Term::Swi,
                }
            }
        });
    }
    Ok(Normal::new(terms, signs, program.numbers()))
}

/// References expanded between two looks at the limits.
const ROUND: usize = 1 << 12;

/// Expands the references that are left in the tree at `root`, and reduces what that brings, until none is left. An
/// expansion counts as a call.
///
/// What a reference expands to is closed, so nothing above it changes: every slot is visited once. Not so for what direct
/// style has left: then it is all looked at again.
///
/// In direct style so are closures and calls that still wait, whether or not `references` are.
pub(crate) fn expand<'h, C: Engine>(
    workers: &mut [Worker<'h, C>],
    control: &'h Control,
    root: u32,
    references: bool,
) -> Result<(), Stop> {
    // Slots; of cells the right to meet them, too.
    let mut todo = vec![(root, Word::EMPTY)];
    let mut held = 0;
    let mut again = false;
    loop {
        if todo.is_empty() {
            if !core::mem::take(&mut again) {
                return Ok(());
            }
            todo.push((root, Word::EMPTY));
        }
        let worker = &mut workers[0];
        let before = worker.counts.total();
        let (mut part, mut left) = (0, 0);
        let mut expanded = Vec::new();
        while let Some((slot, var)) = todo.pop() {
            let word = worker.settled(slot);
            if word.tag() == Tag::CALL {
                if part == 0 {
                    part = control.draw()?;
                }
                worker.expand_call(word, var);
                again = true;
                expanded.push((slot, var));
                break;
            }
            if word.is_empty() || word.is_var() {
                continue;
            } else if word.tag().is_node() || word.tag() == Tag::NARROW {
                todo.extend([1, 0].map(|slot| (word.loc() + slot, Word::port(word.tag(), word.loc(), slot))));
            } else if word.tag().is_agent() {
                let shape = worker.program.agent(word.label());
                todo.extend((0..shape.arity).rev().map(|slot| (word.loc() + slot, shape.var(word.loc(), slot))));
            } else if word.tag() == Tag::CLOSURE || word.tag() == Tag::REF && references {
                if part == 0 {
                    part = control.draw()?;
                    left = part;
                }
                again |= word.tag() == Tag::CLOSURE;
                let root = match word.tag() {
                    Tag::CLOSURE => worker.expand_closure(word),
                    _ => worker.call_alone(word),
                };
                worker.cell(slot).replace(root);
                expanded.push((slot, var));
                left -= 1;
                if left == 0 || worker.exhausted || expanded.len() == ROUND {
                    break;
                }
            }
        }
        if part == 0 {
            continue;
        }
        control.settle(part, worker.counts.total() - before);
        worker.check(control)?;
        let lists = ((todo.capacity() + expanded.capacity()) * size_of::<(u32, Word)>()) as u64;
        control.check(worker.heap.used() * 8, lists, held, None)?;
        held = lists;
        first::settle_little(workers, control)?;
        todo.append(&mut expanded);
    }
}

impl<C: Cell> Worker<'_, C> {
    /// What stands in a slot of a normal form; if it came by wires, these are used up. Nobody may be reducing.
    fn settled(&mut self, slot: u32) -> Word {
        let held = self.cell(slot).peek();
        let word = self.known(held);
        if word != held {
            self.cell(slot).replace(word);
        }
        word
    }
}
