//! Copying and erasing what is known at once, as far as each agent has one wire at most besides numbers: lists, above all.
//!
//! For compiled rules: who goes on with a copy finds it there, and need not wait for a redex.

use crate::{
    cell::Cell,
    declared::AgentShape,
    program::Program,
    stats::Rule,
    word::{Tag, Word},
    worker::Worker,
};

/// The shape of a positive agent of the book that has no cells.
#[inline(always)]
fn closed(program: &Program, value: Word) -> Option<&AgentShape> {
    if value.is_var() || value.tag() != Tag::VALUE {
        return None;
    }
    let shape = program.agent(value.label());
    (shape.cells == 0).then_some(shape)
}

impl<C: Cell> Worker<'_, C> {
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
            let fits =
                |shape: &&AgentShape| !shape.linear && shape.has_one_wire_at_most() && !shape.copies_by_rule(label);
            let Some(shape) = closed(program, next).filter(fits).filter(|_| self.spends()) else {
                // SAFETY: the value is this worker's.
                let sides = unsafe { self.copy_later(label, next) };
                self.put_sides(&mut copies, holes, sides);
                return copies;
            };
            self.counts.add(Rule::Commute);
            let node = if shape.arity == 0 { 0 } else { self.alloc(shape.words()) };
            let sides = [next.loc(), node];
            let key = next;
            self.put_sides(&mut copies, holes, sides.map(|node| Word::new(Tag::VALUE, key.label(), node)));
            for slot in shape.unwired() {
                // SAFETY: L1, L2: a term slot of a node that this worker holds, and one of a fresh node.
                unsafe { self.cell(sides[1] + slot).init(self.cell(sides[0] + slot).take()) }
            }
            let Some(slot) = shape.wired().next() else { return copies };
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
        let fits = |shape: &&AgentShape| shape.erasing.is_empty();
        while let Some(shape) = closed(program, next).filter(fits).filter(|_| self.spends()) {
            self.counts.add(Rule::Erase);
            let last = shape.last_wire();
            for slot in shape.wired().filter(|&slot| Some(slot) != last) {
                // SAFETY: L1, L2: a term slot of a node that this worker holds.
                let term = unsafe { self.cell(next.loc() + slot).take() };
                let term = self.known(term);
                self.erase(term);
            }
            // SAFETY: as above.
            let rest = last.map(|slot| unsafe { self.cell(next.loc() + slot).take() });
            if shape.arity > 0 {
                self.release(next.loc(), shape.words());
            }
            let Some(term) = rest else { return };
            next = self.known(term);
        }
        self.erase(next);
    }
}
