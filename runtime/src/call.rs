//! The rules of references: a definition is copied where it is called.

use crate::{
    cell::Cell,
    program::{First, Known, Template},
    stats::Rule,
    word::{Kind, Redex, Tag, Word},
    worker::Worker,
};

impl<C: Cell> Worker<'_, C> {
    /// `@f ~ t`  =>  `root ~ t` and the redexes of a fresh copy of `f`'s definition. `DUP` copies the reference
    /// itself where no duplication is in it.
    pub(crate) fn call(&mut self, node: Word, reference: Word) -> Redex {
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
    pub(crate) fn call_applied(&mut self, mut app: Word, mut reference: Word) -> Redex {
        let program = self.program;
        self.counts.add(Rule::Call);
        let mut template = program.template(reference.loc());
        while let Some(next) = template.forwards {
            // Each turn is a call: a circle of references turns until the budget is spent.
            if self.budget <= 0 {
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
            // SAFETY: L1, L2: a term slot of a node that this worker holds.
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
            if C::LAZY {
                self.faces.clear(next.loc());
            }
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
