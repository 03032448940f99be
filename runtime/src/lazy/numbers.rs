//! Numbers are computed before anybody needs them.
//!
//! An accumulator would be a chain of operators that wait, as long as the loop: `n + (n - 1 + (… + 0))`. An operator that meets a
//! number is reduced at once instead, and so is a copy of a number. Each takes a node away and makes none, so that comes to an
//! end, whatever else diverges; and eager reduction does it too, so it is never more than that.

use super::reduction::Reduction;
use crate::{
    cell::Cell,
    word::{Tag, Word},
};
use polarnet_syntax::number::Number;

impl Reduction<'_> {
    /// Is a redex reduced at once? Not what is undefined: nobody may need it.
    pub(super) fn is_cheap(&self, pos: Word, neg: Word) -> bool {
        pos.tag() == Tag::NUM
            && match neg.tag() {
                Tag::DUP => true,
                Tag::OPR => self.is_defined(pos, neg),
                _ => false,
            }
    }

    /// An operand that is not known yet is waited for, which is defined.
    fn is_defined(&self, num: Word, opr: Word) -> bool {
        let mut rhs = self.worker.cell(opr.loc()).peek();
        while rhs.is_var() {
            rhs = self.worker.cell(rhs.loc()).peek();
        }
        let numbers = self.worker.program.numbers();
        rhs.tag() != Tag::NUM || Number::operate(num.as_number(), rhs.as_number(), numbers).1.is_none()
    }
}
