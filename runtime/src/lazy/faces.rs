//! What each negative node faces: the positive term of its redex, or the cell in which it waits for one.
//!
//! An empty cell is the result of the node that it is part of, so this column leads from a wire that is needed to the redex
//! that brings it on.

use crate::{
    cell::Cell,
    word::{Tag, Word},
    worker::Worker,
};
use rustc_hash::FxHashSet;

/// A negative node, and what it faces.
#[derive(Clone, Copy)]
pub(crate) struct Face {
    /// The node. One of the bits that count deaths in the heap says here that somebody on the stack needs it.
    node: Word,
    /// A variable: the node waits in its cell. Else the two are a redex.
    pub at: Word,
}

impl Face {
    const NONE: Face = Face { node: Word::EMPTY, at: Word::EMPTY };
    const NEEDED: u64 = 1;

    /// The node.
    pub fn node(self) -> Word {
        self.node.alive()
    }

    /// Does somebody on the stack need it?
    pub fn is_needed(self) -> bool {
        self.node.0 & Face::NEEDED != 0
    }
}

/// The column, by locations. Empty but for lazy reduction.
#[derive(Default)]
pub(crate) struct Faces {
    column: Vec<Face>,
    /// Cells in which erasers were left, until they are looked at.
    pub erased: Vec<Word>,
    /// Cells of nodes that somebody has taken apart: what waits there waits for ever.
    pub opened: FxHashSet<u32>,
}

impl Faces {
    /// What the node at `loc` faces, if it is negative.
    pub fn get(&self, loc: u32) -> Option<Face> {
        self.column.get(loc as usize / 2).copied().filter(|face| !face.node.is_empty())
    }

    /// `node` faces `at`.
    pub fn set(&mut self, node: Word, at: Word) {
        let row = node.loc() as usize / 2;
        if row >= self.column.len() {
            self.column.resize((row + 1).next_power_of_two(), Face::NONE);
        }
        let face = &mut self.column[row];
        *face = Face { node: Word(node.0 | face.node.0 & Face::NEEDED), at };
    }

    /// The node at `loc` is none any more, or faces nothing.
    #[inline(always)]
    pub fn clear(&mut self, loc: u32) {
        if let Some(face) = self.column.get_mut(loc as usize / 2) {
            *face = Face::NONE;
        }
    }

    /// The node at `loc`, of so many words, is free: another may stand there soon.
    #[inline(always)]
    pub fn release(&mut self, loc: u32, arity: u32) {
        self.clear(loc);
        if !self.opened.is_empty() {
            for cell in loc..loc + arity {
                self.opened.remove(&cell);
            }
        }
    }

    /// Somebody on the stack needs the node at `loc`, or does not any more.
    pub fn need(&mut self, loc: u32, needed: bool) {
        if let Some(face) = self.column.get_mut(loc as usize / 2)
            && !face.node.is_empty()
        {
            face.node = Word(face.node.alive().0 | u64::from(needed));
        }
    }

    /// All redexes, the oldest locations last; none of their nodes faces anything any more.
    pub fn drain_redexes(&mut self) -> Vec<Face> {
        let mut found = Vec::new();
        for face in &mut self.column {
            if !face.node.is_empty() && !face.at.is_var() {
                found.push(core::mem::replace(face, Face::NONE));
            }
        }
        found.reverse();
        found
    }

    /// Is there a redex?
    pub fn has_redexes(&self) -> bool {
        self.column.iter().any(|face| !face.node.is_empty() && !face.at.is_var())
    }

    /// Bytes that it has allocated.
    pub fn bytes(&self) -> u64 {
        (self.column.capacity() * size_of::<Face>()
            + self.erased.capacity() * size_of::<Word>()
            + self.opened.capacity() * 8) as u64
    }
}

/// Is it a negative term that has ports?
pub(crate) fn is_taker(word: Word) -> bool {
    let tag = word.tag();
    !word.is_var() && (tag.is_node() && tag.negative() == 1 || tag == Tag::ACTOR && word.loc() != 0)
}

impl<C: Cell> Worker<'_, C> {
    /// `mine` was left in the cell of `var`, for the other party.
    #[inline(never)]
    pub(crate) fn was_left(&mut self, mine: Word, var: Word) {
        if is_taker(mine) {
            self.faces.set(mine, var);
        } else if !mine.is_var() && mine.tag() == Tag::ERA {
            self.faces.erased.push(var);
        }
    }
}
