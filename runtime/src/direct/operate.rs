//! Operators whose outcome a function needs. What waits for an operand is a node, which is what deep recursion that is no loop leaves behind at each step.
//!
//! Counts are as in `now`.

use super::emitted::is_number;
use crate::{
    cell::Cell,
    stats::Rule,
    word::{LATE, Tag, Word},
    worker::Worker,
};
use polarnet_syntax::number::{Number, Op};

impl<C: Cell> Worker<'_, C> {
    /// The operands of an operator. The second is looked at only if the first is a number: else nobody may need it.
    pub(super) fn operands_now(&mut self, x: Word, y: Word) -> (Word, Word) {
        let x = self.value_now(x);
        (x, if is_number(x) { self.value_now(y) } else { y })
    }

    /// `x ~ $([op] $(y result))`; `late`: `y` came by a wire.
    ///
    /// Deep recursion does this at each step, with a number and what nobody has brought yet. The way of that has no call in it.
    #[inline(never)]
    pub(crate) fn operate_now(&mut self, op: Op, x: Word, y: Word, late: bool) -> Word {
        if is_number(x) {
            if self.is_awaited(y) {
                let Some(partial) = x.unsigned_partial(op) else { return self.operate_partly(op, x, y, late) };
                if let Some(node) = self.alloc_quickly(2) {
                    return self.wait_with(node, partial, y, late);
                }
            }
        } else if is_number(y)
            && self.is_awaited(x)
            && let Some(node) = self.alloc_quickly(2)
        {
            self.fused += 2 + i64::from(late);
            let narrow = Self::narrow(op, late, node);
            return self.wait_in(node, y, x, Tag::NARROW, narrow.label());
        }
        self.operate_known(op, x, y, late)
    }

    /// The same of an `x` that is no unsigned number.
    #[inline(never)]
    fn operate_partly(&mut self, op: Op, x: Word, y: Word, late: bool) -> Word {
        let Some(node) = self.alloc_quickly(2) else { return self.operate_known(op, x, y, late) };
        let partial = self.operate(x, Word::number(Number::symbol(op)));
        self.wait_with(node, partial, y, late)
    }

    /// The first operator, and the exchange of operands; the second is counted where `y` arrives.
    #[inline(always)]
    fn wait_with(&mut self, node: u32, partial: Word, y: Word, late: bool) -> Word {
        self.fused += 2 + i64::from(late);
        self.counts.add_many(Rule::Operate, 2);
        self.wait_in(node, partial, y, Tag::OPR, 0)
    }

    /// An operator of an operand, in a fresh node, waits for `value`, which was not there yet. Its result.
    ///
    /// `Worker::meet`, but for what is done where it was brought meanwhile: that stands apart. Nobody asks what waits for what: direct style is
    /// not lazy.
    #[inline(always)]
    fn wait_in(&mut self, node: u32, operand: Word, value: Word, tag: Tag, label: u32) -> Word {
        debug_assert!(!C::LAZY);
        self.fill(node, operand, Word::EMPTY);
        let (operator, result) = (Word::new(tag, label, node), Word::port(tag, node, 1));
        let brought = self.cell(value.loc()).meet(operator);
        if brought.is_empty() { result } else { self.brought_now(value, brought, operator, result) }
    }

    /// It was brought just then.
    #[cold]
    #[inline(never)]
    fn brought_now(&mut self, value: Word, brought: Word, operator: Word, result: Word) -> Word {
        self.retire(value);
        self.meet_now(brought, operator, result)
    }

    #[inline(never)]
    fn operate_known(&mut self, op: Op, x: Word, y: Word, late: bool) -> Word {
        let (x, y) = self.operands_now(x, y);
        let symbol = Word::number(Number::symbol(op));
        if is_number(x) && is_number(y) {
            let partial = self.operate(x, symbol);
            return self.operate(partial, y);
        }
        self.fused += 2 + i64::from(late);
        if self.over {
            return Word::ERA;
        }
        let second = self.node(y, Word::EMPTY);
        if is_number(y) {
            return self.meet_now(x, Self::narrow(op, late, second), Word::port(Tag::NARROW, second, 1));
        }
        let label = if late { LATE } else { 0 };
        let first = self.node(symbol, Word::new(Tag::OPR, label, second));
        self.meet_now(x, Word::new(Tag::OPR, 0, first), Word::port(Tag::OPR, second, 1))
    }

    /// `y ~ $([op x] result)`
    #[inline(never)]
    pub(crate) fn operate_literal_now(&mut self, op: Op, x: Word, y: Word) -> Word {
        if self.is_awaited(y)
            && let Some(node) = self.alloc_quickly(2)
        {
            self.fused += 1;
            let partial = x.unsigned_partial(op).unwrap_or_else(|| self.partial(op, x));
            return self.wait_in(node, partial, y, Tag::OPR, 0);
        }
        self.operate_literal_known(op, x, y)
    }

    #[inline(never)]
    fn operate_literal_known(&mut self, op: Op, x: Word, y: Word) -> Word {
        let y = self.value_now(y);
        let partial = self.partial(op, x);
        if !y.is_var() && y.tag() == Tag::NUM {
            return self.operate(y, partial);
        }
        self.fused += 1;
        if self.over {
            return Word::ERA;
        }
        let node = self.node(partial, Word::EMPTY);
        self.meet_now(y, Word::new(Tag::OPR, 0, node), Word::port(Tag::OPR, node, 1))
    }

    /// `[op x]`
    #[inline(never)]
    fn partial(&self, op: Op, x: Word) -> Word {
        Word::number(Number::partial(op, x.as_number(), self.program.numbers()))
    }

    /// Has nobody brought what `value` stands for?
    #[inline(always)]
    fn is_awaited(&self, value: Word) -> bool {
        value.is_var() && !self.over && self.cell(value.loc()).peek().is_empty()
    }
}
