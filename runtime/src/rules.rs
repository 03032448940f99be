//! The rules. Each reads the ports of both agents, builds fresh nodes, and then links: in this order, because the
//! first meeting publishes the fresh nodes and gives up the old ones. The last link's redex is returned, to be
//! reduced next.
//!
//! Diagrams: `A ~ B  =>  links`, fresh wires are numbered. Sources: HVM2's kernel (seed 1), the polarized layout
//! (seed 0), Lafont's interaction combinators.

use crate::{
    cell::Cell,
    program::{First, Known, Template},
    stats::Rule,
    word::{Kind, LATE, Redex, Tag, Word},
    worker::Worker,
};
use polarnet_syntax::number::{Fault, Number};

impl<C: Cell> Worker<'_, C> {
    /// Reduces one redex. In polarized nets its first term is the positive one.
    #[inline(always)]
    pub(crate) fn interact(&mut self, Redex(pos, neg): Redex) -> Redex {
        match (neg.tag(), pos.tag()) {
            (Tag::APP, Tag::LAM) => self.app_lam(neg, pos),
            (Tag::APP, Tag::REF) => self.call_applied(neg, pos),
            (Tag::SPLIT, Tag::PAIR) => self.split_pair(neg, pos),
            (Tag::DUP, Tag::NUM) => self.leaf(neg, pos),
            (Tag::DUP, Tag::LAM) => self.dup_lam(neg, pos),
            (Tag::DUP, Tag::PAIR) => self.dup_pair(neg, pos),
            (Tag::DUP, Tag::SUP) => self.dup_sup(neg, pos),
            (Tag::OPR, Tag::NUM) => self.opr_num(neg, pos),
            (Tag::SWI, Tag::NUM) => self.swi_num(neg, pos),
            (Tag::ERA, Tag::NUM | Tag::REF | Tag::ERA) => self.void(),
            (Tag::ERA, Tag::LAM) => self.era_lam(pos),
            _ => self.interact_any(pos, neg),
        }
    }

    /// Reduces a redex of any signature, in any order.
    #[inline(never)]
    fn interact_any(&mut self, a: Word, b: Word) -> Redex {
        match (a.tag().is_node(), b.tag().is_node()) {
            (false, false) => self.void(),
            (false, true) => self.node_leaf(b, a),
            (true, false) => self.node_leaf(a, b),
            // A polarized pair the other way round.
            (true, true) if a.tag().negative() > b.tag().negative() => self.interact(Redex(b, a)),
            (true, true)
                if a.tag().kind() == b.tag().kind() && (a.tag().kind() != Kind::Dup || a.label() == b.label()) =>
            {
                self.annihilate(a, b)
            }
            (true, true) => self.commute(a, b),
        }
    }

    fn node_leaf(&mut self, node: Word, leaf: Word) -> Redex {
        match (node.tag().kind(), leaf.tag()) {
            (_, Tag::REF) => self.call(node, leaf),
            (Kind::Opr, Tag::NUM) => self.opr_num_of_any_signature(node, leaf),
            (Kind::Swi, Tag::NUM) => self.swi_num_of_any_signature(node, leaf),
            _ => self.leaf(node, leaf),
        }
    }

    /// `* ~ *`, `* ~ 7`, `@f ~ *`, …  =>  nothing
    fn void(&mut self) -> Redex {
        self.counts.add(Rule::Void);
        Redex::NONE
    }

    /// `* ~ t`: at once where nothing is left of it, else later.
    #[inline(always)]
    pub(crate) fn erase(&mut self, term: Word) {
        if !term.is_var() && !term.tag().is_node() {
            self.counts.add(Rule::Void);
        } else {
            self.link(term, Word::ERA);
        }
    }

    /// `* ~ (x y)`  =>  `* ~ x`, `* ~ y`. So for numbers, and for references without duplications.
    #[inline(always)]
    fn leaf(&mut self, node: Word, leaf: Word) -> Redex {
        self.counts.add(if leaf.tag() == Tag::ERA { Rule::Erase } else { Rule::Copy });
        let [x, y] = match node.tag() {
            Tag::DUP => self.ports(Tag::DUP, node.loc()),
            tag => self.ports(tag, node.loc()),
        };
        let first = self.join(leaf, x);
        let second = self.join(leaf, y);
        self.both(first, second)
    }

    /// `* ~ +(-var +bod)`  =>  `* ~ var`, `* ~ bod`
    #[inline(never)]
    fn era_lam(&mut self, lam: Word) -> Redex {
        self.counts.add(Rule::Erase);
        let [var, bod] = self.ports(Tag::LAM, lam.loc());
        let first = self.join(Word::ERA, var);
        let second = self.join(bod, Word::ERA);
        self.both(first, second)
    }

    /// `-(+arg -ret) ~ +(-var +bod)`  =>  `var ~ arg`, `ret ~ bod`
    #[inline(always)]
    fn app_lam(&mut self, app: Word, lam: Word) -> Redex {
        self.counts.add(Rule::AppLam);
        let [arg, ret] = self.ports(Tag::APP, app.loc());
        let [var, bod] = self.ports(Tag::LAM, lam.loc());
        let first = self.join(arg, var);
        let second = self.give(bod, ret);
        self.both(first, second)
    }

    /// `-(-x -y) ~ +(+fst +snd)`  =>  `x ~ fst`, `y ~ snd`
    #[inline(always)]
    fn split_pair(&mut self, split: Word, pair: Word) -> Redex {
        self.counts.add(Rule::SplitPair);
        let [x, y] = self.ports(Tag::SPLIT, split.loc());
        let [fst, snd] = self.ports(Tag::PAIR, pair.loc());
        let first = self.join(fst, x);
        let second = self.join(snd, y);
        self.both(first, second)
    }

    /// `-&L{-x -y} ~ +&L{+fst +snd}`  =>  `x ~ fst`, `y ~ snd`. With different labels they commute:
    ///
    /// `-&L{-x -y} ~ +&R{+fst +snd}`  =>  `x ~ &R{1 3}`, `y ~ &R{2 4}`, `fst ~ &L{1 2}`, `snd ~ &L{3 4}`
    #[inline(never)]
    fn dup_sup(&mut self, dup: Word, sup: Word) -> Redex {
        let same = dup.label() == sup.label();
        self.counts.add(if same { Rule::DupSup } else { Rule::Commute });
        let [x, y] = self.ports(Tag::DUP, dup.loc());
        let [fst, snd] = self.ports(Tag::SUP, sup.loc());
        if same {
            let first = self.join(fst, x);
            let second = self.join(snd, y);
            return self.both(first, second);
        }
        self.copy_pair(Tag::SUP, sup.label(), dup.label(), [x, y], [fst, snd])
    }

    /// `-&L{-x -y} ~ +(+fst +snd)`  =>  `x ~ (1 3)`, `y ~ (2 4)`, `fst ~ &L{1 2}`, `snd ~ &L{3 4}`
    #[inline(never)]
    fn dup_pair(&mut self, dup: Word, pair: Word) -> Redex {
        self.counts.add(Rule::DupPair);
        let [x, y] = self.ports(Tag::DUP, dup.loc());
        let [fst, snd] = self.ports(Tag::PAIR, pair.loc());
        self.copy_pair(Tag::PAIR, 0, dup.label(), [x, y], [fst, snd])
    }

    /// Two `DUP`s of label `label` copy `fst` and `snd` into two nodes `tag`, for `x` and `y`.
    #[inline(always)]
    fn copy_pair(&mut self, tag: Tag, own: u32, label: u32, [x, y]: [Word; 2], [fst, snd]: [Word; 2]) -> Redex {
        let left = self.node(Word::EMPTY, Word::EMPTY);
        let right = self.node(Word::EMPTY, Word::EMPTY);
        let one = self.node(Word::port(Tag::DUP, left, 0), Word::port(Tag::DUP, right, 0));
        let two = self.node(Word::port(Tag::DUP, left, 1), Word::port(Tag::DUP, right, 1));
        self.link(Word::new(tag, own, one), x);
        self.link(Word::new(tag, own, two), y);
        let first = self.join(fst, Word::new(Tag::DUP, label, left));
        let second = self.join(snd, Word::new(Tag::DUP, label, right));
        self.both(first, second)
    }

    /// `-&L{-x -y} ~ +(-var +bod)`  =>  `x ~ (1 3)`, `y ~ (2 4)`, `var ~ &L{1 2}`, `bod ~ &L{3 4}`
    #[inline(never)]
    fn dup_lam(&mut self, dup: Word, lam: Word) -> Redex {
        self.counts.add(Rule::DupLam);
        let [x, y] = self.ports(Tag::DUP, dup.loc());
        let [var, bod] = self.ports(Tag::LAM, lam.loc());
        let bodies = self.node(Word::EMPTY, Word::EMPTY);
        let one = self.node(Word::EMPTY, Word::port(Tag::DUP, bodies, 0));
        let two = self.node(Word::EMPTY, Word::port(Tag::DUP, bodies, 1));
        let vars = self.node(Word::port(Tag::LAM, one, 0), Word::port(Tag::LAM, two, 0));
        self.link(Word::new(Tag::LAM, 0, one), x);
        self.link(Word::new(Tag::LAM, 0, two), y);
        let first = self.join(Word::new(Tag::SUP, dup.label(), vars), var);
        let second = self.join(bod, Word::new(Tag::DUP, dup.label(), bodies));
        self.both(first, second)
    }

    /// Equal agents of any signature annihilate: `(a b) ~ (c d)`  =>  `a ~ c`, `b ~ d`
    fn annihilate(&mut self, a: Word, b: Word) -> Redex {
        self.counts.add(Rule::Annihilate);
        let [a0, a1] = self.ports(a.tag(), a.loc());
        let [b0, b1] = self.ports(b.tag(), b.loc());
        let first = self.join(a0, b0);
        let second = self.join(a1, b1);
        self.both(first, second)
    }

    /// Different agents of any signature commute: `(a b) ~ {c d}`  =>  `a ~ {1 2}`, `b ~ {3 4}`, `c ~ (1 3)`,
    /// `d ~ (2 4)`
    ///
    /// Which end of each fresh wire becomes the cell follows the signs that the copies would have; any choice is
    /// right.
    fn commute(&mut self, a: Word, b: Word) -> Redex {
        self.counts.add(Rule::Commute);
        let (ta, tb) = (a.tag(), b.tag());
        let [a0, a1] = self.ports(ta, a.loc());
        let [b0, b1] = self.ports(tb, b.loc());
        // `for_b[i]` is the copy of `a` that `b`'s port i gets, `for_a[j]` the copy of `b` that `a`'s port j gets.
        let for_b = [self.alloc(2), self.alloc(2)];
        let for_a = [self.alloc(2), self.alloc(2)];
        let negative = |i: u32, j: u32| ta.cell(j) ^ tb.cell(i) ^ tb.negative();
        let tags_b = [0, 1].map(|i| Tag::node(ta.kind(), 1 - tb.cell(i), negative(i, 0) | negative(i, 1) << 1));
        let tags_a =
            [0, 1].map(|j| Tag::node(tb.kind(), 1 - ta.cell(j), (1 - negative(0, j)) | (1 - negative(1, j)) << 1));
        for i in 0..2 {
            let wire = |j: u32| match negative(i, j) {
                1 => Word::EMPTY,
                _ => Word::port(tags_a[j as usize], for_a[j as usize], i),
            };
            self.fill(for_b[i as usize], wire(0), wire(1));
        }
        for j in 0..2 {
            let wire = |i: u32| match negative(i, j) {
                1 => Word::port(tags_b[i as usize], for_b[i as usize], j),
                _ => Word::EMPTY,
            };
            self.fill(for_a[j as usize], wire(0), wire(1));
        }
        // The operands of copied operators come by wires.
        let label = |node: Word| if node.tag().kind() == Kind::Opr { LATE } else { node.label() };
        self.link(Word::new(tags_b[0], label(a), for_b[0]), b0);
        self.link(Word::new(tags_b[1], label(a), for_b[1]), b1);
        let first = self.join(Word::new(tags_a[0], label(b), for_a[0]), a0);
        let second = self.join(Word::new(tags_a[1], label(b), for_a[1]), a1);
        self.both(first, second)
    }

    /// `-$(+7 -ret) ~ +35`  =>  `ret ~ 42`; and if the right operand is not there yet,
    /// `-$(+rhs -ret) ~ +35`  =>  `$(35 ret) ~ rhs`, in place.
    ///
    /// An operator with [`LATE`] has a number in the slot that came by a wire: the exchange of operands is counted, and
    /// left out.
    #[inline(always)]
    fn opr_num(&mut self, mut opr: Word, mut num: Word) -> Redex {
        loop {
            // SAFETY: a term slot of a node that this worker holds.
            let slot = unsafe { self.cell(opr.loc()).take() };
            let rhs = self.known(slot);
            if rhs.is_var() || rhs.tag() != Tag::NUM {
                self.counts.add(Rule::Operate);
                // SAFETY: the same slot. The result's cell keeps its place, so its other party may meet it meanwhile.
                unsafe { self.cell(opr.loc()).init(num) }
                return self.join(rhs, Word::new(Tag::OPR, 0, opr.loc()));
            }
            self.counts.add_many(Rule::Operate, 1 + u64::from(opr.label()));
            num = self.operate(num, rhs);
            let Redex(_, ret) = self.join(num, Word::port(Tag::OPR, opr.loc(), 1));
            // The next operator of a chain is near.
            if ret.tag() != Tag::OPR {
                return if ret.is_empty() { Redex::NONE } else { Redex(num, ret) };
            }
            opr = ret;
        }
    }

    fn opr_num_of_any_signature(&mut self, opr: Word, num: Word) -> Redex {
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
    fn operate(&mut self, num: Word, rhs: Word) -> Word {
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
    fn swi_num(&mut self, swi: Word, num: Word) -> Redex {
        self.counts.add(Rule::Switch);
        let n = num.as_number().raw(self.program.numbers());
        // SAFETY: a term slot of a node that this worker holds.
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
        self.join(arms, Word::new(Tag::SPLIT, 0, split))
    }

    fn swi_num_of_any_signature(&mut self, swi: Word, num: Word) -> Redex {
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
    fn predecessor(&self, n: u32) -> Word {
        Word::number(Number::u(n - 1, self.program.numbers()))
    }

    /// `@f ~ t`  =>  `root ~ t` and the redexes of a fresh copy of `f`'s definition. `DUP` copies the reference
    /// itself where no duplication is in it.
    fn call(&mut self, node: Word, reference: Word) -> Redex {
        if node.tag().kind() == Kind::Dup && self.program.template(reference.loc()).copyable {
            return self.leaf(node, reference);
        }
        self.counts.add(Rule::Call);
        let program = self.program;
        self.enter(program.template(reference.loc()).whole(), node)
    }

    /// `@f ~ -(+x -(+y -ret))`, where `f` is `λa λb body`  =>  `body[a := x, b := y] ~ ret`
    ///
    /// What follows the call for certain is done at once, and counted: beta reductions, as many as `f` has lambdas and as
    /// the result's place holds applications; copies of numbers; a switch on the first argument.
    #[inline(always)]
    fn call_applied(&mut self, mut app: Word, mut reference: Word) -> Redex {
        let program = self.program;
        self.counts.add(Rule::Call);
        let mut template = program.template(reference.loc());
        while let Some(next) = template.forwards {
            // Each turn is a call: a circle of references turns until the budget is spent.
            if self.budget == 0 {
                return Redex(next, app);
            }
            self.budget -= 1;
            self.counts.add(Rule::Call);
            reference = next;
            template = program.template(reference.loc());
        }
        if template.arity == 0 {
            return self.enter(template.whole(), app);
        }
        let mut count = 0;
        loop {
            // SAFETY: a term slot of a node that this worker holds.
            let argument = unsafe { self.cell(app.loc()).take() };
            let argument = self.known(argument);
            self.argument(count, argument);
            count += 1;
            if count == template.arity {
                break;
            }
            // What the cell holds was left by its other party: this is the second meeting.
            let next = self.cell(app.loc() + 1).peek();
            if next.is_var() || next.tag() != Tag::APP {
                break;
            }
            self.release(app.loc(), 2);
            app = next;
        }
        let known = if template.wants_numbers() { self.look_at_arguments(template, count) } else { Known::NOTHING };
        let body = template.body(count, known);
        self.counts.add_many(Rule::AppLam, count as u64);
        if let Some(done) = &body.done {
            self.counts.add_done(done);
        }
        self.enter(body, Word::port(Tag::APP, app.loc(), 1))
    }

    /// What is known of the arguments of a call. A number on which there is a switch is replaced by its predecessor.
    #[inline(always)]
    fn look_at_arguments(&mut self, template: &Template, count: usize) -> Known {
        let mut numbers = 0_u32;
        for at in 0..count {
            let argument = self.placed_argument(at);
            numbers |= u32::from(!argument.is_var() && argument.tag() == Tag::NUM) << at;
        }
        let mut first = First::Any;
        if template.switches && numbers & 1 == 1 {
            let n = self.placed_argument(0).as_number().raw(self.program.numbers());
            first = if n == 0 { First::Zero } else { First::Succ };
            if n != 0 {
                self.argument(0, self.predecessor(n));
            }
        }
        Known { numbers: template.duplicated & !numbers & ((1 << count) - 1) == 0, first }
    }

    /// A reference that meets nobody is expanded where it stands.
    pub(crate) fn call_alone(&mut self, reference: Word) -> Word {
        self.counts.add(Rule::Call);
        let program = self.program;
        let cell = self.node(Word::EMPTY, Word::ERA);
        let redex = self.enter(program.template(reference.loc()).whole(), Word::var(cell, 0, 2, 1));
        if !redex.is_none() {
            self.bag.push(redex);
        }
        Word::var(cell, 0, 2, 1)
    }
}
