//! What nobody needs is given back, without being reduced.
//!
//! A node all of whose results are erased is needed by nobody, whatever it faces: both are dropped, and so is what they are
//! made of. An eraser of its own, [`DROPPED`], goes through it by the ordinary rules, which do not count then: eager reduction
//! would have erased other things. The book's own rules with `*` say what erasing does; dropping is not erasing, and passes them by.
//!
//! In terms that is right. In a net a wire may lead from inside of what is dropped to what is needed, past the results; then
//! `DROPPED` comes out where a value is expected, and is seen there: [`Halt::Dropped`](super::reduction::Halt).

use super::reduction::{Halt, Reduction};
use crate::cell::Cell;
use crate::word::{Redex, Tag, Word};

/// The eraser of what is dropped.
pub(crate) const DROPPED: Word = Word::new(Tag::ERA, 1, 0);

impl Reduction<'_> {
    /// An eraser was left in the cell of `var`: if nobody needs the node any more, it goes.
    pub(super) fn drop_waiting(&mut self, var: Word) -> Result<(), Halt> {
        let Some(face) = self.worker.faces.get(var.var_node()) else { return Ok(()) };
        if !face.at.is_var() {
            self.drop_redex(face.at, face.node())?;
            return Ok(());
        }
        let cell = self.worker.cell(face.at.loc());
        // What waits for what is bound is part of the result.
        let waits_for_node = self.worker.faces.get(face.at.var_node()).is_some();
        if self.tidy
            && !self.is_bound(face.at.loc())
            && self.is_erased(face.node())
            && waits_for_node
            && cell.peek() == face.node()
        {
            self.worker.cell(face.at.loc()).replace(DROPPED);
            self.worker.faces.erased.push(face.at);
            self.reduce(Redex(DROPPED, face.node()))?;
        }
        Ok(())
    }

    /// A redex goes, if nobody needs what it brings. Did it?
    pub(super) fn drop_redex(&mut self, pos: Word, neg: Word) -> Result<bool, Halt> {
        if !self.tidy || !self.is_erased(neg) {
            return Ok(false);
        }
        self.reduce(Redex(DROPPED, neg))?;
        self.drop_term(pos);
        Ok(true)
    }

    /// A term that nobody needs goes.
    pub(super) fn drop_term(&mut self, term: Word) {
        self.worker.link(term, DROPPED);
    }

    /// Are all results of a negative node erased?
    fn is_erased(&self, node: Word) -> bool {
        let erased = |slot: u32| {
            let held = self.worker.cell(node.loc() + slot).peek();
            !held.is_var() && held.tag() == Tag::ERA
        };
        match node.tag() {
            Tag::ACTOR => {
                let shape = self.worker.program.agent(node.label());
                (0..shape.arity).filter(|&slot| shape.is_cell(slot)).all(erased)
            }
            tag => (0..2).filter(|&slot| tag.cell(slot) == 1).all(erased),
        }
    }
}
