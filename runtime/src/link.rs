//! The linker: how two terms are joined, by any number of threads, without a lock.
//!
//! The essay in `runtime/LINKER.md` argues why it is right; `loom_tests` explores it.

use crate::{
    cell::Cell,
    word::{Redex, Tag, Word},
    worker::Worker,
};

impl<C: Cell> Worker<'_, C> {
    /// Joins `a` and `b`. A redex if both ends are known, else nothing: one of them was left in a cell, for the
    /// other party to find.
    ///
    /// In polarized nets `a` is the positive end, and stays it.
    #[inline(always)]
    pub(crate) fn join(&mut self, mut a: Word, mut b: Word) -> Redex {
        if b.is_var() {
            b = self.meet(b, a);
            if b.is_empty() {
                return Redex::NONE;
            }
        }
        if a.is_var() {
            a = self.meet(a, b);
            if a.is_empty() {
                return Redex::NONE;
            }
        }
        if a.is_var() || b.is_var() { self.join_chain(a, b) } else { Redex(a, b) }
    }

    /// [`join`](Self::join) where one end, at least, is a variable: goes on until both are known.
    #[inline(never)]
    fn join_chain(&mut self, mut a: Word, mut b: Word) -> Redex {
        while a.is_var() || b.is_var() {
            let (var, mine) = if b.is_var() { (b, a) } else { (a, b) };
            let other = self.meet(var, mine);
            if other.is_empty() {
                return Redex::NONE;
            }
            (a, b) = if b.is_var() { (a, other) } else { (other, b) };
        }
        Redex(a, b)
    }

    /// Meets the cell of `var` with `mine`: what the other party left there, or nothing if there is none yet.
    #[inline(always)]
    pub(crate) fn meet(&mut self, var: Word, mine: Word) -> Word {
        let other = self.cell(var.loc()).meet(mine);
        if !other.is_empty() {
            self.retire(var);
        } else if C::LAZY {
            self.was_left(mine, var);
        }
        other
    }

    /// Joins `a` and `b`, and keeps the redex for later.
    #[inline(always)]
    pub fn link(&mut self, a: Word, b: Word) {
        let redex = self.join(a, b);
        if !redex.is_none() {
            self.bag.push(redex);
        }
    }

    /// Joins a result with the place that waits for it.
    ///
    /// A result that is still to come is told where to go, not the place where to look: in a tail call the former's cell is
    /// the younger one and dies soon, while chains of places would grow with every turn.
    #[inline(always)]
    pub(crate) fn give(&mut self, result: Word, place: Word) -> Redex {
        if C::LAZY {
            // Who needs the place has to find the result.
            return self.join(result, place);
        }
        let held = self.cell(place.loc()).peek();
        if held.is_empty() && !result.is_var() {
            return self.join(result, place);
        }
        if !held.is_empty() && !held.is_var() {
            self.retire(place);
            return self.join(result, held);
        }
        self.give_far(result, place)
    }

    /// [`give`](Self::give) where the result, or the place, is to be followed.
    #[inline(never)]
    fn give_far(&mut self, result: Word, place: Word) -> Redex {
        let place = self.known(place);
        let Redex(neg, pos) = self.join(place, result);
        Redex(pos, neg)
    }

    /// What `term` stands for, as far as it is known: a variable whose cell holds a term already is the second there.
    #[inline(always)]
    pub(crate) fn known(&mut self, mut term: Word) -> Word {
        while term.is_var() {
            let held = self.cell(term.loc()).peek();
            if held.is_empty() {
                break;
            }
            self.retire(term);
            term = held;
        }
        term
    }

    /// Of two redexes, or none: one to go on with; the other is kept for later.
    #[inline(always)]
    pub(crate) fn both(&mut self, first: Redex, second: Redex) -> Redex {
        if second.is_none() {
            return first;
        }
        if !first.is_none() {
            self.bag.push(first);
        }
        second
    }

    /// Both parties have met the cell of `var`: it is dead. The last death of a node's cells frees the node.
    #[inline(always)]
    pub(crate) fn retire(&mut self, var: Word) {
        if var.var_is_simple() {
            return self.release(var.loc() & !1, 2);
        }
        let (node, cells) = (var.var_node(), var.var_cells());
        if cells == 1 || self.cell(node).die(cells) {
            self.release(node, var.var_arity());
        }
    }

    /// Consumes a node: what stands at its auxiliary ports. Of a term slot the term, of a cell the owner's right to
    /// meet it. A node without cells is free from here on.
    #[inline(always)]
    pub(crate) fn ports(&mut self, tag: Tag, node: u32) -> [Word; 2] {
        let port = |slot| {
            if tag.cell(slot) == 1 {
                Word::port(tag, node, slot)
            } else {
                // SAFETY: L1, L2: a term slot of a node that this worker holds.
                unsafe { self.cell(node + slot).take() }
            }
        };
        let ports = [port(0), port(1)];
        if tag.cells() == 0 {
            self.release(node, 2);
        }
        if tag == Tag::PAIR {
            self.foresee(node);
        }
        ports
    }
}
