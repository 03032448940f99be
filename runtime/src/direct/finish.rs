//! What is left when no redex is: closures in the normal form, and calls that wait for what will not come. They are
//! expanded, as the net has them.

use crate::{
    cell::Cell,
    word::{Tag, Word},
    worker::Worker,
};

impl<C: Cell> Worker<'_, C> {
    /// The call that waits and whose result a variable stands for.
    pub(crate) fn call_behind(&self, var: Word) -> Option<Word> {
        if !var.is_var() || var.var_arity() < 3 || var.loc() != var.var_node() + 1 {
            return None;
        }
        let header = self.cell(var.var_node()).peek();
        (header.tag() == Tag::REF && header.label() > 0).then(|| Word::new(Tag::CALL, 0, var.var_node()))
    }

    /// Expands a call that waits; true if it still waits where it was left.
    pub(crate) fn expand_call(&mut self, call: Word) -> bool {
        let header = self.cell(call.loc()).peek();
        let last = call.loc() + 1 + (header.label() >> 4);
        let wire = self.cell(last).peek();
        if !wire.is_var() || self.cell(wire.loc()).peek() != call {
            return false;
        }
        // The call leaves the cell as if it had never met it.
        self.cell(wire.loc()).replace(Word::EMPTY);
        let (function, args, place) = self.open_call(call, wire);
        let Some(direct) = self.program.direct() else { return false };
        let def = direct.callees[function as usize].def;
        let Some((spine, result)) = self.spine_of(&args) else { return false };
        let redex = self.call_applied(spine, Word::new(Tag::REF, 0, def));
        let next = self.give(result, place);
        for redex in [redex, next] {
            if !redex.is_none() {
                self.bag.push(redex);
            }
        }
        true
    }

    /// A closure in the normal form: the right to meet what it expands to.
    pub(crate) fn expand_closure(&mut self, closure: Word) -> Word {
        let (def, args) = self.open_closure(closure);
        let Some((spine, result)) = self.spine_of(&args) else { return Word::ERA };
        let redex = self.call_applied(spine, Word::new(Tag::REF, 0, def));
        if !redex.is_none() {
            self.bag.push(redex);
        }
        result
    }
}
