//! How far compiled functions go: on the stack, and with the budget.
//!
//! A function has what is left of the budget in a register. Each rule takes one, which is how rules are counted, too: what was spent,
//! when the outermost function has returned. Where the budget is spent, others are looked at, and the limits, if that was long ago; only if one
//! is near, or others wait for work and no loop is filling its stack, the functions put off what they have to do, all of them.

use crate::{
    cell::Cell,
    compiled::Entry,
    control::{Control, Stop},
    gain::Gain,
    stack::with_stack,
    stats::Rule,
    word::{Redex, Word},
    worker::Worker,
};
use std::time::Instant;

/// Stack that functions may use before calls become redexes.
const STACK: usize = 1 << 20;

/// The same for functions in direct style where that was not enough: a recursion that is deep goes on in pieces that stay in the
/// cache. Rules, whose nodes take most of the time, gain nothing by it.
const PIECE: usize = 1 << 17;

/// Interactions that take as long as to make a node of a word that waits for a call.
const NODE: u64 = 1 << 5;

/// Stack that must be left beyond: for the runtime, and for what one function calls.
const RED_ZONE: usize = 1 << 20;

/// The stack of a thread that has enough.
pub(crate) const THREAD: usize = 2 * (STACK + RED_ZONE);

/// Runs `reduce` where there is stack for it, and says down to which address functions may use it.
pub(crate) fn with_floor<R>(reduce: impl FnOnce(usize) -> R) -> R {
    with_stack(STACK + RED_ZONE, THREAD, || reduce(stack_pointer().saturating_sub(STACK)))
}

/// Where the stack ends now, about.
#[inline(always)]
fn stack_pointer() -> usize {
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    {
        let here;
        // SAFETY: it reads a register. A local variable would need a place of its own in each frame.
        unsafe { core::arch::asm!("mov {}, rsp", out(reg) here, options(pure, nomem, nostack, preserves_flags)) }
        here
    }
    #[cfg(all(target_arch = "aarch64", not(miri)))]
    {
        let here;
        // SAFETY: as above.
        unsafe { core::arch::asm!("mov {}, sp", out(reg) here, options(pure, nomem, nostack, preserves_flags)) }
        here
    }
    #[cfg(not(all(any(target_arch = "x86_64", target_arch = "aarch64"), not(miri))))]
    {
        let here = 0_u8;
        (&raw const here).addr()
    }
}

impl<C: Cell> Worker<'_, C> {
    /// How many interactions to make before others are looked at, and the limits, if functions do not go on then.
    ///
    /// # Errors
    ///
    /// There are none left.
    pub(crate) fn draw(&mut self, control: &Control) -> Result<u64, Stop> {
        control.unlimited(Some(&mut self.quantum), self.patience.until()).map_or_else(|| control.draw(), Ok)
    }

    /// Is so much of the stack used that a function is to be asked whether it [may go on](Self::refuses)?
    #[inline(always)]
    pub fn is_deep(&self) -> bool {
        if cfg!(miri) {
            // Its stack has no order.
            return self.budget % 16 == 0 && self.budget != self.begun;
        }
        stack_pointer() < self.floor
    }

    /// May a function that is deep down, or whose budget is spent, not go on?
    #[cold]
    #[inline(never)]
    pub fn refuses(&mut self) -> bool {
        let counted = self.begun - self.budget - self.held - self.uncounted;
        if self.budget <= 0 && !self.puts_off && self.refill(counted) && !self.is_deep() {
            return false;
        }
        // The others do not go on either: what they have was to come after this.
        self.puts_off = true;
        self.held += self.budget;
        self.budget = 0;
        true
    }

    /// If no limit is near, a function need not wait, and those that wait for it, for the limits to be looked at. They have
    /// `counted` so many interactions that nobody else knows of yet.
    fn refill(&mut self, counted: i64) -> bool {
        let Some(control) = self.control else { return false };
        if control.stopped() {
            self.drops_waiting();
            return false;
        }
        let is_filling = self.fills_contexts(counted);
        // Debug builds look every other time, so that small nets test both.
        let looks_anyway = cfg!(any(test, debug_assertions)) && counted % 2 != 0;
        let is_all = !looks_anyway && self.is_all_there_is();
        if control.pool.hungry() && !self.patience.goes_on() && !is_filling && !is_all {
            self.patience.looks();
            return false;
        }
        // What was put off is to be done at some time.
        if self.leaves && !is_filling || self.over || !self.later.is_empty() && control.is_long(counted) {
            return false;
        }
        let part = control.unlimited((!is_all).then_some(&mut self.quantum), self.patience.until());
        if is_all {
            self.quantum.rest();
        }
        let looks = part.is_none() || self.quantum.looks_at_limits();
        if looks && self.check(control).is_err() {
            self.drops_waiting();
            return false;
        }
        let Some(part) = part else { return false };
        self.pending += self.tell(counted);
        if looks {
            self.count_pending(control);
            self.leaves |= self.may_retreat(control);
        }
        self.budget += part as i64;
        self.begun += part as i64;
        true
    }

    /// Is what functions do all there is, and is it [one thing after the other](polarnet_lower::is_serial)? Then there is nothing in it for others.
    fn is_all_there_is(&self) -> bool {
        self.program.is_serial() && self.bag.len() == 0 && self.later.is_empty()
    }

    /// Do all together seem to do less than one would alone? It is asked where functions go on: they return then, and what they had may be given back.
    fn may_retreat(&mut self, control: &Control) -> bool {
        if control.pool.may_be_alone() || self.tried.is_some_and(|tried| tried.elapsed() < Gain::AGAIN) {
            return false;
        }
        let is_first = self.tried.replace(Instant::now()).is_none();
        !is_first && control.gain.may_retreat(control.at(0))
    }

    /// Has so much come to wait in loops, since this was asked last, that it would take longer to make nodes of it than it took to come there? One such call
    /// waits for the next, so that there is nothing in it to give. If there is something beside it, others do not wait for ever.
    fn fills_contexts(&mut self, counted: i64) -> bool {
        let (grown, done) = (self.contexts.grown() as u64, self.untold(counted));
        let has_more = self.bag.len() > 0 || !self.later.is_empty();
        // None: rules and calls are told of apart, and one of them was before.
        done > 0 && grown * NODE > done && !(has_more && self.contexts.is_long())
    }

    /// Is the run over, or is a limit met? Where the calls of a stack become nodes nobody else looks.
    #[cold]
    #[inline(never)]
    pub(crate) fn is_stopped(&mut self) -> bool {
        if self.control.is_some_and(|control| control.stopped() || self.check(control).is_err()) {
            self.end();
        }
        self.over
    }

    /// The run ends: what waits on the stack is not to become nodes, for which there may be no memory, and which nobody would see.
    fn drops_waiting(&mut self) {
        if self.contexts.waiting() > 0 {
            self.end();
        }
    }

    /// A call is refused. Is only the budget spent, and is there more of it? Debug builds say no every other time, so that small nets test both.
    #[cold]
    #[inline(never)]
    pub(crate) fn has_more(&mut self) -> bool {
        let is_spent = self.fused <= 0 && !self.over && !self.frames.is_unwinding();
        let skips = cfg!(any(test, debug_assertions)) && (self.granted - self.fused) % 2 == 0;
        is_spent && !skips && self.refill_calls()
    }

    /// The budget of functions of definitions is spent, between two of them. Is that the end of a turn? The next one would be on a stack that is empty,
    /// which it might use up: of those that are deep, pieces are faster.
    #[cold]
    #[inline(never)]
    pub(crate) fn turn_ends(&mut self) -> bool {
        let counted = self.granted - self.fused;
        self.control.is_none_or(|control| control.is_long(counted)) || !self.refill_calls()
    }

    /// [`refill`](Self::refill) for functions of definitions.
    pub(crate) fn refill_calls(&mut self) -> bool {
        let before = self.budget;
        if !self.refill(self.granted - self.fused) {
            return false;
        }
        let part = self.budget - before;
        self.fused += part;
        self.granted += part;
        // Those do not spend that of rules: it is not to become more each time, and be spent, some day, without a look at the limits.
        let unspent = before.clamp(0, part);
        self.budget -= unspent;
        self.begun -= unspent;
        true
    }

    /// What functions have told of that went on is counted with what others have done.
    pub(crate) fn count_pending(&mut self, control: &Control) {
        control.count(core::mem::take(&mut self.pending));
    }

    /// Interactions that were not told of yet, with those that functions have counted.
    pub(crate) fn tell(&mut self, counted: i64) -> u64 {
        let more = self.untold(counted);
        self.told += more;
        more
    }

    fn untold(&self, counted: i64) -> u64 {
        // What was told may be given back, and done later.
        self.counts.total().saturating_add_signed(counted).saturating_sub(self.told)
    }

    /// What is left of the budget is spent, on nothing, for the limits and the others to be looked at: a [slice of time](crate::pace) is
    /// over, or Rust comes next.
    #[cold]
    pub(crate) fn spend_all(&mut self) {
        let left = self.budget.max(0);
        self.budget -= left;
        self.uncounted += left;
        if self.pace.is_slow() {
            // What waits becomes nodes, and little may be given, but that is nothing beside such calls.
            self.patience.end();
        }
    }

    /// Rust comes next that may take long. If others are hungry, and there is anything beside it that they could do, that is given first: the
    /// budget is spent, so what is at hand is put off.
    #[inline(always)]
    pub(crate) fn gives_before_rust(&mut self) -> bool {
        self.pace.may_be_slow() && self.makes_way(0)
    }

    /// The same by a function, which has `applied` so many rules since the worker called it: if any, its callers may wait for it, and have
    /// other calls to make.
    #[cold]
    #[inline(never)]
    pub(crate) fn makes_way(&mut self, applied: i64) -> bool {
        let hungry = self.control.is_some_and(|control| control.pool.hungry());
        let gives = hungry && (applied > 0 || self.bag.len() > 0 || !self.later.is_empty());
        if gives {
            self.spend_all();
            self.patience.end();
        }
        gives
    }

    /// A call is refused for want of stack. More such calls follow, until `reduce` returns: they are made in pieces.
    pub(crate) fn goes_deep(&mut self) {
        if !self.in_pieces {
            self.in_pieces = true;
            self.floor += STACK - PIECE;
        }
    }

    /// The budget, which functions have in a register: they [say](Self::set_left) what is left of it before others are called.
    /// Each rule that is applied spends one, and so is counted.
    #[inline(always)]
    pub fn left(&self) -> i64 {
        self.budget
    }

    /// What is left of the budget.
    #[inline(always)]
    pub fn set_left(&mut self, left: i64) {
        self.budget = left;
    }

    /// So many rules that were counted wait instead.
    #[inline(always)]
    pub fn refund(&mut self, rules: i64) {
        self.held += rules;
    }

    /// Reduces a redex of an agent whose rules were compiled.
    #[inline(always)]
    pub(crate) fn run_function(&mut self, function: Entry<C>, actor: Word, value: Word) -> Redex {
        self.budget += 1; // The function counts what it does.
        (self.begun, self.held, self.uncounted, self.puts_off) = (self.budget, 0, 0, false);
        // SAFETY: the function is that of the agent, by `Entries::new`; the worker holds both nodes.
        let last = unsafe { function(self, actor, value) };
        let left = self.budget + self.held;
        if left == self.begun {
            // A first call has to go on at some time, however much of the stack it takes.
            self.floor = self.floor.saturating_sub(STACK / 4);
        }
        self.counts.add_many(Rule::User, (self.begun - left - self.uncounted) as u64);
        self.budget = if self.over { 0 } else { left };
        if self.later.is_empty() { last } else { self.put_off(last) }
    }

    /// What was put off comes first, and its first first.
    #[inline(never)]
    pub(crate) fn put_off(&mut self, last: Redex) -> Redex {
        self.is_pipeline = !last.is_none() && self.bag.len() == 0 && self.later.len() == 1;
        if !last.is_none() {
            self.bag.push(last);
        }
        self.bag.extend(self.later.drain(..).rev());
        Redex::NONE
    }

    /// Has this worker, or the whole run, hit a limit?
    pub(crate) fn check(&mut self, control: &Control) -> Result<(), Stop> {
        let bag = self.bag.bytes() + self.contexts.bytes();
        let before = core::mem::replace(&mut self.bag_bytes, bag);
        control.check(self.heap.used() * 8, bag, before, self.fault.as_ref())?;
        if let Some(panicked) = &self.panicked {
            return Err(Stop::Panic(panicked.clone()));
        }
        if let Some(pair) = self.stuck {
            return Err(Stop::NoRule(pair.map(|word| self.name(word))));
        }
        if self.exhausted { Err(control.out_of_memory(self.heap.bytes())) } else { Ok(()) }
    }
}

#[cfg(all(test, not(any(loom, shuttle))))]
mod tests;
