//! The rules of numbers: operators and switches.

use crate::{
    cell::Cell,
    stats::Rule,
    word::{Kind, LATE, Redex, Tag, UNSIGNED, Word},
    worker::Worker,
};
use polarnet_syntax::number::{Fault, Number, Numbers, Op};

/// Tag and label of `[+ x]`, of an unsigned `x`.
const ADDING: u32 = Word::number(Number::u(0, Numbers::Native)).unsigned_partial(Op::Add).expect("no cast").key();

/// Operators of a chain that are computed as one step, at most.
const CHAIN: u32 = 16;

impl<C: Cell> Worker<'_, C> {
    /// `-$(+7 -ret) ~ +35`  =>  `ret ~ 42`; and if the right operand is not there yet,
    /// `-$(+rhs -ret) ~ +35`  =>  `$(35 ret) ~ rhs`, in place.
    ///
    /// An operator with [`LATE`] has a number in the slot that came by a wire: the exchange of operands is counted, and
    /// left out.
    #[inline(always)]
    pub(crate) fn opr_num(&mut self, mut opr: Word, mut num: Word) -> Redex {
        let mut chain = 0;
        loop {
            // SAFETY: L1, L2: a term slot of a node that this worker holds.
            let slot = unsafe { self.cell(opr.loc()).take() };
            if slot.key() == ADDING && num.key() == UNSIGNED {
                // What most chains are: no need to look up the operator.
                num = self.unsigned(num.loc().wrapping_add(slot.loc()));
            } else {
                let rhs = self.known(slot);
                if rhs.is_var() || rhs.tag() != Tag::NUM {
                    self.counts.add(Rule::Operate);
                    // SAFETY: the same slot. The result's cell keeps its place, so its other party may meet it meanwhile.
                    unsafe { self.cell(opr.loc()).init(num) }
                    return self.join(rhs, Word::new(Tag::OPR, 0, opr.loc()));
                }
                num = self.operate(num, rhs);
            }
            self.counts.add_many(Rule::Operate, 1 + u64::from(opr.label()));
            let ret = self.meet(Word::port(Tag::OPR, opr.loc(), 1), num);
            // The next operator of a chain is near.
            chain += 1;
            if ret.is_var() || ret.tag() != Tag::OPR || chain == CHAIN || C::LAZY {
                return if ret.is_empty() { Redex::NONE } else { self.join(num, ret) };
            }
            opr = ret;
            self.foresee(opr.loc());
        }
    }

    /// `-$(+7 -ret) ~ +&L{+fst +snd}`  =>  `fst ~ $(7 1)`, `snd ~ $(7 2)`, `ret ~ &L{1 2}`
    ///
    /// The commutation, and the copying of the operand, which each copy has by a wire. A function that is iterated is copied so once
    /// for each time that it is called. An operand that is no number, or is still to come, is duplicated by a node.
    #[inline(never)]
    pub(crate) fn opr_sup(&mut self, opr: Word, sup: Word) -> Redex {
        // SAFETY: L1, L2: a term slot of a node that this worker holds.
        let rhs = unsafe { self.cell(opr.loc()).take() };
        if rhs.is_var() || rhs.tag() != Tag::NUM {
            return self.commute(sup, opr);
        }
        self.counts.add(Rule::Commute);
        self.counts.add(Rule::Copy);
        let [fst, snd] = self.ports(Tag::SUP, sup.loc());
        let one = self.node(rhs, Word::EMPTY);
        let two = self.node(rhs, Word::EMPTY);
        let results = self.node(Word::port(Tag::OPR, one, 1), Word::port(Tag::OPR, two, 1));
        self.link(fst, Word::new(Tag::OPR, LATE, one));
        self.link(snd, Word::new(Tag::OPR, LATE, two));
        self.join(Word::new(Tag::SUP, sup.label(), results), Word::port(Tag::OPR, opr.loc(), 1))
    }

    /// `$([op] $(y -ret))`, of a number `y`, as one node: that of `y` and `ret`. Deep recursion leaves nothing else behind.
    pub(crate) fn narrow(op: Op, late: bool, node: u32) -> Word {
        let narrow = Word::new(Tag::NARROW, Number::symbol(op).bits() << 1 | u32::from(late), node);
        debug_assert_eq!(narrow.narrowed(), (op, late));
        narrow
    }

    /// The same as two nodes, for all but numbers.
    #[cold]
    pub(crate) fn widen(&mut self, narrow: Word) -> Word {
        let (op, late) = narrow.narrowed();
        let label = if late { LATE } else { 0 };
        let first = self.node(Word::number(Number::symbol(op)), Word::new(Tag::OPR, label, narrow.loc()));
        Word::new(Tag::OPR, 0, first)
    }

    /// `$([op] $(y -ret)) ~ +x`  =>  `ret ~ x op y`, both operators at once.
    #[inline(never)]
    pub(crate) fn narrow_num(&mut self, mut narrow: Word, mut num: Word) -> Redex {
        let mut chain = 0;
        loop {
            let (op, late) = narrow.narrowed();
            // SAFETY: L1, L2: a term slot of a node that this worker holds.
            let y = unsafe { self.cell(narrow.loc()).take() };
            self.counts.add_many(Rule::Operate, 2 + u64::from(late));
            num = match op.apply_unsigned(num.loc(), y.loc()) {
                Some(result) if num.key() == UNSIGNED && y.key() == UNSIGNED => self.unsigned(result),
                _ => {
                    let partial = self.operate_any(num, Word::number(Number::symbol(op)));
                    self.operate_any(partial, y)
                }
            };
            let ret = self.meet(Word::port(Tag::NARROW, narrow.loc(), 1), num);
            chain += 2;
            if ret.is_var() || ret.tag() != Tag::NARROW || chain == CHAIN {
                return if ret.is_empty() { Redex::NONE } else { self.join(num, ret) };
            }
            narrow = ret;
            // Those behind it are near.
            self.foresee(narrow.loc());
        }
    }

    pub(crate) fn opr_num_of_any_signature(&mut self, opr: Word, num: Word) -> Redex {
        self.counts.add(Rule::Operate);
        // A number that arrived through a wire is not *in the slot*: it counts as not there yet.
        let literal = opr.tag().cell(0) == 0 && opr.label() != LATE;
        let [rhs, ret] = self.ports(opr.tag(), opr.loc());
        if literal && rhs.tag() == Tag::NUM {
            let result = self.operate(num, rhs);
            return self.join(result, ret);
        }
        let waiting = self.node(num, ret);
        self.join(rhs, Word::new(Tag::node(Kind::Opr, 1, 0), 0, waiting))
    }

    #[inline(always)]
    pub(crate) fn operate(&mut self, num: Word, rhs: Word) -> Word {
        if num.key() == UNSIGNED
            && let Some(op) = rhs.as_number().unsigned_operator()
            && let Some(result) = op.apply_unsigned(rhs.loc(), num.loc())
        {
            return self.unsigned(result);
        }
        self.operate_any(num, rhs)
    }

    /// A number of the book's arithmetic.
    #[inline(always)]
    fn unsigned(&self, value: u32) -> Word {
        Word(u64::from(UNSIGNED) | u64::from(value & self.mask) << 32)
    }

    #[inline(always)]
    fn operate_any(&mut self, num: Word, rhs: Word) -> Word {
        let (result, fault) = Number::operate(num.as_number(), rhs.as_number(), self.program.numbers());
        if let Some(fault) = fault {
            self.note(fault);
        }
        Word::number(result)
    }

    #[cold]
    fn note(&mut self, fault: Fault) {
        self.fault.get_or_insert(fault);
    }

    /// `-?(+arms -ret) ~ +0`  =>  `arms ~ (ret *)`, and `-?(+arms -ret) ~ +n`  =>  `arms ~ (* (n-1 ret))`
    ///
    /// Where `arms` is a pair in place, the annihilation that follows is done at once, and counted.
    #[inline(always)]
    pub(crate) fn swi_num(&mut self, swi: Word, num: Word) -> Redex {
        self.counts.add(Rule::Switch);
        let n = num.as_number().raw(self.program.numbers());
        // SAFETY: L1, L2: a term slot of a node that this worker holds.
        let arms = unsafe { self.cell(swi.loc()).take() };
        if n == 0 {
            let ret = Word::port(Tag::SWI, swi.loc(), 1);
            if arms.tag() == Tag::PAIR {
                self.counts.add(Rule::SplitPair);
                let [zero, succ] = self.ports(Tag::PAIR, arms.loc());
                self.erase(succ);
                return self.give(zero, ret);
            }
            let split = self.node(Word::EMPTY, Word::ERA);
            self.link(Word::port(Tag::SPLIT, split, 0), ret);
            return self.join(arms, Word::new(Tag::SPLIT, 0, split));
        }
        // The switch becomes the application of the second arm, in place: -(+n-1 -ret).
        // SAFETY: as above; the result's cell keeps its place.
        unsafe { self.cell(swi.loc()).init(self.predecessor(n)) }
        let app = Word::new(Tag::APP, 0, swi.loc());
        if arms.tag() == Tag::PAIR {
            self.counts.add(Rule::SplitPair);
            let [zero, succ] = self.ports(Tag::PAIR, arms.loc());
            self.erase(zero);
            return self.join(succ, app);
        }
        let split = self.node(Word::ERA, app);
        if C::LAZY {
            self.was_left(app, Word::port(Tag::SPLIT, split, 1));
        }
        self.join(arms, Word::new(Tag::SPLIT, 0, split))
    }

    pub(crate) fn swi_num_of_any_signature(&mut self, swi: Word, num: Word) -> Redex {
        self.counts.add(Rule::Switch);
        let n = num.as_number().raw(self.program.numbers());
        let [arms, out] = self.ports(swi.tag(), swi.loc());
        let split = if n == 0 {
            let split = self.node(Word::EMPTY, Word::ERA);
            self.link(Word::port(Tag::SPLIT, split, 0), out);
            split
        } else {
            let app = self.node(self.predecessor(n), Word::EMPTY);
            let split = self.node(Word::ERA, Word::new(Tag::APP, 0, app));
            self.link(Word::port(Tag::APP, app, 1), out);
            split
        };
        self.join(arms, Word::new(Tag::SPLIT, 0, split))
    }

    #[inline(always)]
    pub(crate) fn predecessor(&self, n: u32) -> Word {
        Word::number(Number::u(n - 1, self.program.numbers()))
    }
}
