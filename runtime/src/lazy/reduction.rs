//! Reduction of what a wire needs.
//!
//! A variable whose cell is empty waits for the node that the cell is part of. That node waits in a cell of another, and so on,
//! up to one that is part of a redex: this is reduced, and the nodes on the way are kept on a stack, for the next step goes on
//! from the last of them. The stack holds nodes, never variables: those move.

use super::{
    cell::Seen,
    drop::DROPPED,
    faces::{Face, is_taker},
};
use crate::{
    cell::Cell,
    control::{Control, Stop},
    word::{Redex, Tag, Word},
    worker::Worker,
};
use rustc_hash::FxHashSet;

/// Why a lazy run stopped.
#[derive(Debug)]
pub(crate) enum Halt {
    /// As other runs.
    Stop(Stop),
    /// What was given up, because nobody needed it, is needed after all.
    Dropped,
}

impl From<Stop> for Halt {
    fn from(stop: Stop) -> Self {
        Halt::Stop(stop)
    }
}

/// Rules that [`Worker::call_applied`](crate::worker::Worker) may apply at once, in a circle of references.
const AT_ONCE: i64 = 64;

/// A net, reduced on demand.
pub(crate) struct Reduction<'h> {
    pub worker: Worker<'h, Seen>,
    pub control: &'h Control,
    /// References are expanded where they are needed.
    pub expand: bool,
    /// What nobody needs is given back. Else it stays.
    pub tidy: bool,
    /// What was dropped must not be seen in the result, not even as an argument that is not used.
    pub exact: bool,
    /// Cells of lambdas, and of other positive nodes, that are part of the result: what waits there waits for ever.
    pub bound: FxHashSet<u32>,
    /// Bytes of lists that whoever drives it has.
    pub lists: u64,
    /// Rule applications.
    pub steps: u64,
    /// After so many of them a walk over a result stops, to go on another time.
    pub pause: u64,
    held: u64,
    /// Of the interactions that were drawn: all, how many rules may be applied yet, and the count when they were drawn.
    part: u64,
    left: u64,
    begun: u64,
    stack: Vec<u32>,
    /// Redexes that have no results.
    rest: Vec<Redex>,
}

impl<'h> Reduction<'h> {
    pub fn new(worker: Worker<'h, Seen>, control: &'h Control) -> Self {
        Reduction {
            worker,
            control,
            expand: false,
            tidy: true,
            exact: false,
            bound: FxHashSet::default(),
            lists: 0,
            steps: 0,
            pause: u64::MAX,
            held: 0,
            part: 0,
            left: 0,
            begun: 0,
            stack: Vec::new(),
            rest: Vec::new(),
        }
    }

    /// What `term` is: a node, a number, `*`, a reference; or a variable, if it waits for what is bound. What it is so far, when
    /// it is time to [pause](Self::is_paused).
    pub fn head(&mut self, mut term: Word) -> Result<Word, Halt> {
        loop {
            term = self.worker.known(term);
            if term.is_var() {
                if self.is_paused() || !self.need(term)? {
                    return Ok(term);
                }
            } else if term.tag() == Tag::REF && self.expand && !self.is_paused() {
                self.draw()?;
                term = self.worker.call_alone(term);
                self.settle()?;
            } else if term == DROPPED {
                return Err(Halt::Dropped);
            } else {
                return Ok(term);
            }
        }
    }

    /// Is it time for others?
    pub fn is_paused(&self) -> bool {
        self.steps >= self.pause
    }

    /// Reduces until the cell of `wanted` is full. False: that will never be, or not before a pause.
    fn need(&mut self, wanted: Word) -> Result<bool, Halt> {
        debug_assert!(self.stack.is_empty());
        let mut var = wanted;
        loop {
            match self.climb(var) {
                Some(face) => {
                    self.reduce(Redex(face.at, face.node()))?;
                    self.settle()?;
                    if self.is_full(wanted) {
                        self.forget();
                        return Ok(true);
                    }
                    if self.is_paused() {
                        self.forget();
                        return Ok(false);
                    }
                    var = self.last_waiting().unwrap_or(wanted);
                }
                None => {
                    self.forget();
                    // What is bound waits for ever. Whatever else it waits for may come out of any redex.
                    return match self.is_stuck(wanted) {
                        true => Ok(false),
                        false => self.reduce_rest(Some(wanted)),
                    };
                }
            }
        }
    }

    /// From the cell of `var` up to a redex. The nodes between them go to the stack.
    fn climb(&mut self, var: Word) -> Option<Face> {
        let mut loc = var.var_node();
        loop {
            let face = self.worker.faces.get(loc)?;
            if !face.at.is_var() {
                return Some(face);
            }
            if face.is_needed() {
                return None; // a circle: it waits for itself
            }
            self.worker.faces.need(loc, true);
            self.stack.push(loc);
            loc = face.at.var_node();
        }
    }

    /// Where the last node on the stack that is still there waits now: the right to its first cell stands for it.
    fn last_waiting(&mut self) -> Option<Word> {
        while let Some(loc) = self.stack.pop() {
            if self.worker.faces.get(loc).is_some_and(Face::is_needed) {
                self.worker.faces.need(loc, false);
                return Some(Word::var(loc, 0, 2, 1));
            }
        }
        None
    }

    /// Is there anything left to reduce?
    pub fn has_redexes(&self) -> bool {
        !self.rest.is_empty() || self.worker.faces.has_redexes()
    }

    fn forget(&mut self) {
        while self.last_waiting().is_some() {}
    }

    /// Does it wait for what is bound, or for itself?
    fn is_stuck(&self, wanted: Word) -> bool {
        let (mut var, mut turns) = (wanted, 0_u64);
        loop {
            if self.is_bound(var.loc()) {
                return true;
            }
            match self.worker.faces.get(var.var_node()) {
                Some(face) if face.at.is_var() => var = face.at,
                _ => return false,
            }
            turns += 1;
            if turns > self.worker.heap.used() {
                return true;
            }
        }
    }

    /// Does what waits in the cell at `loc` wait for ever?
    pub fn is_bound(&self, loc: u32) -> bool {
        self.bound.contains(&loc) || self.worker.faces.opened.contains(&loc)
    }

    fn is_full(&self, var: Word) -> bool {
        !self.worker.cell(var.loc()).peek().is_empty()
    }

    /// Reduces all redexes there are, or until the cell of `wanted` is full. Is it?
    ///
    /// Who needs what is bound in a lambda that is not part of the result cannot know which redex takes that lambda.
    pub fn reduce_rest(&mut self, wanted: Option<Word>) -> Result<bool, Halt> {
        let full = |reduction: &Self| wanted.is_some_and(|wanted| reduction.is_full(wanted));
        self.settle()?;
        let redexes = self.worker.faces.drain_redexes();
        self.worker.bag.extend(self.rest.drain(..));
        self.worker.bag.extend(redexes.iter().map(|face| Redex(face.at, face.node())));
        while !full(self) && !self.is_paused() {
            let redex = self.worker.bag.pop();
            if redex.is_none() {
                break;
            }
            self.reduce(redex)?;
        }
        self.settle()?;
        Ok(full(self))
    }

    /// Reduces one redex.
    ///
    /// What is dropped does not count: eager reduction would not have erased it.
    pub fn reduce(&mut self, redex: Redex) -> Result<(), Halt> {
        if redex.0 != DROPPED && redex.1 != DROPPED {
            return self.reduce_counted(redex);
        }
        let before = self.worker.counts.clone();
        self.reduce_counted(redex)?;
        self.worker.counts = before;
        Ok(())
    }

    fn reduce_counted(&mut self, redex: Redex) -> Result<(), Halt> {
        self.draw()?;
        for side in [redex.0, redex.1] {
            if is_taker(side) {
                self.worker.faces.clear(side.loc());
            }
        }
        self.worker.budget = AT_ONCE;
        let next = self.worker.interact(redex);
        if !next.is_none() {
            self.worker.bag.push(next);
        }
        if self.worker.over { Ok(self.worker.check(self.control)?) } else { Ok(()) }
    }

    /// Every redex that reduction has brought gets its face, but for erasures: they are done.
    pub fn settle(&mut self) -> Result<(), Halt> {
        loop {
            let redex = self.worker.bag.pop();
            if !redex.is_none() {
                self.note(redex)?;
            } else if let Some(cell) = self.worker.faces.erased.pop() {
                self.drop_waiting(cell)?;
            } else {
                return Ok(());
            }
        }
    }

    fn note(&mut self, Redex(pos, neg): Redex) -> Result<(), Halt> {
        let (pos, neg) = if is_taker(neg) || !is_taker(pos) { (pos, neg) } else { (neg, pos) };
        if is_taker(neg) {
            if self.drop_redex(pos, neg)? {
                return Ok(());
            }
            if self.is_cheap(pos, neg) {
                return self.reduce(Redex(pos, neg));
            }
            self.worker.faces.set(neg, pos);
            return Ok(());
        }
        match neg.tag() {
            // A negative agent without ports: nobody can need what it does.
            Tag::ACTOR if self.tidy && pos != DROPPED => {
                self.drop_term(pos);
                Ok(())
            }
            Tag::ACTOR if pos != DROPPED => {
                self.rest.push(Redex(pos, neg));
                Ok(())
            }
            _ => self.reduce(Redex(pos, neg)),
        }
    }

    /// Draws interactions, and looks at the limits, if none are left.
    pub fn draw(&mut self) -> Result<(), Halt> {
        self.steps += 1;
        if self.left == 0 || self.worker.pace.was_over() {
            self.pay()?;
            self.part = self.control.draw()?;
            self.left = self.control.steps(self.part);
        }
        self.left -= 1;
        Ok(())
    }

    /// So many interactions were told of.
    pub fn told(&self) -> u64 {
        self.begun
    }

    /// Tells of the interactions that were made, and looks at the limits.
    pub fn pay(&mut self) -> Result<(), Stop> {
        if self.part > 0 {
            let total = self.worker.counts.total();
            self.control.settle(self.part, total - self.begun);
            self.begun = total;
            (self.part, self.left) = (0, 0);
        }
        let lists = self.worker.faces.bytes() + (self.stack.capacity() * size_of::<u32>()) as u64 + self.lists;
        let held = core::mem::replace(&mut self.held, lists);
        if self.control.stopped() {
            self.control.why()?;
        }
        self.control.check(self.worker.heap.used() * 8, lists, held, None)?;
        self.worker.check(self.control)
    }
}
