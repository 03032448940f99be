//! Copying and erasing what is known at once, as far as each agent has one wire at most besides numbers: lists, above all.
//!
//! For compiled rules: who goes on with a copy finds it there, and need not wait for a redex.

use crate::{cell::Cell, declared::AgentShape, stats::Rule, word::Tag, word::Word, worker::Worker};

impl<C: Cell> Worker<'_, C> {
    /// The shape of a positive agent of the book that has no cells.
    #[inline(always)]
    fn closed(&self, value: Word) -> Option<&AgentShape> {
        if value.is_var() || value.tag() != Tag::VALUE {
            return None;
        }
        let shape = self.program.agent(value.label());
        (shape.cells == 0).then_some(shape)
    }

    /// May one more interaction be done at once?
    #[inline(always)]
    fn spends(&mut self) -> bool {
        if self.over || self.budget <= 0 {
            return false;
        }
        self.budget -= 1;
        self.uncounted += 1;
        true
    }

    /// `value ~ {a b}`, again and again: the two copies. The first is where the value was.
    #[inline(never)]
    pub(crate) fn copy_spine(&mut self, label: u32, value: Word) -> [Word; 2] {
        let program = self.program;
        let (mut copies, mut holes) = ([Word::EMPTY; 2], None::<[u32; 2]>);
        let mut next = self.known(value);
        loop {
            let fits = |shape: &AgentShape| {
                !shape.linear && shape.copying(label).next().is_none() && shape.wired().nth(1).is_none()
            };
            let (words, wired, sides) = match self.closed(next).is_some_and(fits) && self.spends() {
                true => {
                    self.counts.add(Rule::Commute);
                    let shape = program.agent(next.label());
                    let node = if shape.arity == 0 { 0 } else { self.alloc(shape.words()) };
                    (shape.arity, shape.wired().next(), [next.loc(), node])
                }
                false => {
                    // SAFETY: the value is this worker's.
                    let sides = unsafe { self.copy_later(label, next) };
                    self.put_sides(&mut copies, holes, sides);
                    return copies;
                }
            };
            let key = next;
            self.put_sides(&mut copies, holes, sides.map(|node| Word::new(Tag::VALUE, key.label(), node)));
            for slot in (0..words).filter(|&slot| Some(slot) != wired) {
                // SAFETY: L1, L2: a term slot of a node that this worker holds, and one of a fresh node.
                unsafe { self.cell(sides[1] + slot).init(self.cell(sides[0] + slot).take()) }
            }
            let Some(slot) = wired else { return copies };
            holes = Some(sides.map(|node| node + slot));
            // SAFETY: L1, L2: a term slot of a node that this worker holds.
            let rest = unsafe { self.cell(sides[0] + slot).take() };
            next = self.known(rest);
        }
    }

    #[inline(always)]
    fn put_sides(&self, copies: &mut [Word; 2], holes: Option<[u32; 2]>, sides: [Word; 2]) {
        match holes {
            None => *copies = sides,
            Some(holes) => {
                for (hole, side) in holes.into_iter().zip(sides) {
                    // SAFETY: L2: a term slot of a copy, which nobody else knows yet.
                    unsafe { self.cell(hole).init(side) }
                }
            }
        }
    }

    /// `* ~ value`, again and again.
    #[inline(never)]
    pub(crate) fn erase_spine(&mut self, value: Word) {
        let program = self.program;
        let mut next = self.known(value);
        while self.closed(next).is_some_and(|shape| shape.erasing.is_empty()) && self.spends() {
            self.counts.add(Rule::Erase);
            let shape = program.agent(next.label());
            let mut rest = None;
            for slot in shape.wired() {
                // SAFETY: L1, L2: a term slot of a node that this worker holds.
                let term = unsafe { self.cell(next.loc() + slot).take() };
                if let Some(term) = rest.replace(term) {
                    let term = self.known(term);
                    self.erase(term);
                }
            }
            if shape.arity > 0 {
                self.release(next.loc(), shape.words());
            }
            let Some(term) = rest else { return };
            next = self.known(term);
        }
        self.erase(next);
    }
}
