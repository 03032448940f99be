//! Normal forms: every part of the result is needed.

use super::{
    drop::DROPPED,
    reduction::{Halt, Reduction},
};
use crate::{
    cell::Cell,
    word::{Tag, Word},
};
use rustc_hash::FxHashSet;

/// What one walk over a result has found.
struct Walk {
    /// Wires of which one end was seen so far.
    open: FxHashSet<u32>,
    todo: Vec<u32>,
    /// The label of the first superposition, if the walk is to end there.
    split: Option<u32>,
}

/// How far a walk goes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Until {
    End,
    Superposition,
}

impl Reduction<'_> {
    /// Reduces what is in the slot at `root` to normal form, as other engines would.
    ///
    /// A wire with one end in the result leads to a redex that nothing in the result needs, and that something else comes of:
    /// then all of them are reduced.
    pub fn normalise(&mut self, root: u32) -> Result<(), Halt> {
        loop {
            let before = self.steps;
            let walk = self.walk(root, Until::End)?;
            let is_complete = walk.open.is_empty();
            self.lists = 0;
            if self.steps != before {
                continue; // what waits for what is bound may be elsewhere now
            }
            if is_complete || !self.has_redexes() {
                return Ok(());
            }
            self.reduce_rest(None)?;
        }
    }

    /// Reduces what is in the slot at `root` until a superposition is found in it: its label. None if there is none.
    pub fn find_superposition(&mut self, root: u32) -> Result<Option<u32>, Halt> {
        loop {
            let before = self.steps;
            let walk = self.walk(root, Until::Superposition)?;
            self.lists = 0;
            if walk.split.is_some() || self.steps == before {
                return Ok(walk.split);
            }
        }
    }

    /// Goes through the result once, depth first.
    fn walk(&mut self, root: u32, until: Until) -> Result<Walk, Halt> {
        let mut walk = Walk { open: FxHashSet::default(), todo: vec![root], split: None };
        while let Some(slot) = walk.todo.pop() {
            let held = self.worker.cell(slot).peek();
            if held.is_empty() {
                walk.turn(slot);
                continue;
            }
            if held == DROPPED && !self.exact && self.bound.contains(&slot) {
                continue; // an argument that is not used
            }
            let word = self.head(held)?;
            if word != held {
                self.worker.cell(slot).replace(word);
            }
            if word.is_var() {
                walk.turn(word.loc());
            } else if until == Until::Superposition && word.tag() == Tag::SUP {
                walk.split = Some(word.label());
                return Ok(walk);
            }
            self.enter(word, &mut walk.todo);
            // Words of 16 bytes are about what an entry of either list takes.
            self.lists = (walk.todo.capacity() * 4 + (walk.open.capacity() + self.bound.capacity()) * 8) as u64;
        }
        Ok(walk)
    }

    /// The slots of a node are next; its cells are bound.
    fn enter(&mut self, node: Word, todo: &mut Vec<u32>) {
        let tag = node.tag();
        if node.is_var() {
            return;
        }
        if tag.is_agent() {
            let shape = self.worker.program.agent(node.label());
            if shape.boxed.is_some() {
                return;
            }
            let slots = (0..shape.arity).rev().filter(|&slot| !shape.holds_number(slot));
            for slot in slots {
                todo.push(node.loc() + slot);
                if shape.is_cell(slot) {
                    self.bound.insert(node.loc() + slot);
                }
            }
        } else if tag.is_node() {
            for slot in [1, 0] {
                todo.push(node.loc() + slot);
                if tag.cell(slot) == 1 {
                    self.bound.insert(node.loc() + slot);
                }
            }
        }
    }
}

impl Walk {
    /// One end of a wire.
    fn turn(&mut self, cell: u32) {
        if !self.open.remove(&cell) {
            self.open.insert(cell);
        }
    }
}
