//! What is left when no redex is: closures in the normal form, and calls that wait there for what will not come. They are
//! expanded, as the net has them. What is left after that is in circles that nothing leads to.

use super::resolve::Args;
use crate::{
    cell::Cell,
    word::{Tag, Word},
    worker::Worker,
};

impl<C: Cell> Worker<'_, C> {
    /// Expands a call that waits in the cell of `wire`, as if it had never met it.
    pub(crate) fn expand_call(&mut self, call: Word, wire: Word) {
        self.cell(wire.loc()).replace(Word::EMPTY);
        let mut args = Args::default();
        let (function, place) = self.open_call(call, wire, &mut args);
        let Some(direct) = self.program.direct() else { return };
        let def = direct.callees[function as usize].def;
        // For functions that are several as one there is no template. They are put off only, with an argument that is there, and never wait.
        assert!(self.program.has_template(def), "what waits is a definition");
        let Some((spine, result)) = self.spine_of(args.as_slice()) else { return };
        let redex = self.call_applied(spine, Word::new(Tag::REF, 0, def));
        let next = self.give(result, place);
        for redex in [redex, next] {
            if !redex.is_none() {
                self.bag.push(redex);
            }
        }
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
