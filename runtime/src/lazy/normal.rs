//! Normal forms: every part of the result is needed.

use super::{
    drop::DROPPED,
    reduction::{Halt, Reduction},
};
use crate::{
    cell::Cell,
    word::{Tag, Word},
};
use polarnet_syntax::net::Label;
use rustc_hash::FxHashSet;

/// What one walk over a result has found.
struct Walk {
    /// Wires of which one end was seen so far.
    open: FxHashSet<u32>,
    todo: Vec<u32>,
    /// The label of the first superposition, where the walk ended.
    split: Option<Label>,
}

/// The choices on the way to a result: of each label the second part, or the first.
pub(super) type Choices = [(Label, bool)];

/// What a search in a result has found.
pub(super) enum Found {
    /// A superposition of a label that was not chosen yet.
    Superposition(Label),
    /// None: it is in normal form.
    Normal,
    /// Nothing yet: it is time to pause.
    Paused,
}

impl Reduction<'_> {
    /// Reduces what is in the slot at `root` to normal form, as other engines would.
    ///
    /// A wire with one end in the result leads to a redex that nothing in the result needs, and that something else comes of:
    /// then all of them are reduced.
    pub fn normalise(&mut self, root: u32) -> Result<(), Halt> {
        self.settle()?;
        loop {
            let before = self.steps;
            let walk = self.walk(root, None)?;
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

    /// Reduces what is in the slot at `root` until a superposition is found in it for which nothing was chosen yet, for `time`
    /// rule applications at most.
    pub fn find_superposition(&mut self, root: u32, choices: &Choices, time: u64) -> Result<Found, Halt> {
        self.pause = self.steps.saturating_add(time);
        let found = loop {
            let before = self.steps;
            let walk = self.walk(root, Some(choices));
            self.lists = 0;
            match walk {
                Err(halt) => break Err(halt),
                Ok(Walk { split: Some(label), .. }) => break Ok(Found::Superposition(label)),
                Ok(_) if self.is_paused() => break Ok(Found::Paused),
                Ok(_) if self.steps == before => break Ok(Found::Normal),
                Ok(_) => {}
            }
        };
        self.pause = u64::MAX;
        found
    }

    /// Goes through the result once, depth first. With `choices` those are made, and it ends at the first that is to be made.
    fn walk(&mut self, root: u32, choices: Option<&Choices>) -> Result<Walk, Halt> {
        // What is part of another result, or of this one no more, is none of its.
        self.bound = FxHashSet::default();
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
            if self.is_paused() {
                return Ok(walk);
            }
            if word.is_var() {
                walk.turn(word.loc());
            } else if let Some(choices) = choices
                && word.tag() == Tag::SUP
            {
                let Some(&(_, second)) = choices.iter().find(|&&(label, _)| label == word.label()) else {
                    walk.split = Some(word.label());
                    return Ok(walk);
                };
                self.choose(slot, word, second)?;
                walk.todo.push(slot);
                continue;
            }
            self.enter(word, &mut walk.todo);
            // Words of 16 bytes are about what an entry of either list takes.
            self.lists = (walk.todo.capacity() * 4 + (walk.open.capacity() + self.bound.capacity()) * 8) as u64;
        }
        Ok(walk)
    }

    /// One part of the superposition in a slot; the other is needed by nobody.
    fn choose(&mut self, slot: u32, superposition: Word, second: bool) -> Result<(), Halt> {
        self.draw()?;
        let [mut kept, mut other] = self.worker.ports(Tag::SUP, superposition.loc());
        if second {
            core::mem::swap(&mut kept, &mut other);
        }
        self.worker.cell(slot).replace(kept);
        self.drop_value(other)
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
