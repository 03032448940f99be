//! The branches of superpositions.
//!
//! A superposition inside of a value is found by reducing the value, and brought to its top by a duplication of the same label
//! around all of it: that goes through what is above by the ordinary rules, and annihilates with the superposition, and with
//! every other one of its label. So one side has the first part of all of them, the other the second.
//!
//! One of the same label that comes to light later, inside of a part, is no choice any more: it becomes the part that was
//! chosen, where it stands. A duplication around all of it again would put such superpositions into its lambdas again, for
//! ever: `+(-a +(+&1{b a} -b))`. What is not chosen there may be the variable of a lambda in another branch, which does without.
//!
//! Branches take turns, lest one without end keep the others from coming. Each turn is twice as long as the one before, so that
//! walks that begin anew are few.

use super::{
    claims::Claims,
    look::{Lazy, Value},
    normal::Found,
    reduction::Halt,
};
use crate::{
    error::Error,
    normal::Normal,
    stats::Stats,
    word::{Tag, Word},
};
use polarnet_syntax::net::Label;
use std::{collections::VecDeque, iter::FusedIterator};

/// Rule applications in a branch's first turn.
const TURN: u64 = 1 << 10;

/// The most in a turn where others' branches wait to be taken meanwhile, or a quarter of what was done before.
const SHARED: u64 = 1 << 16;

/// The choices on the way to a branch.
pub(super) type Choices = Vec<(Label, bool)>;

/// The branches of a value that has superpositions in it: see [`Lazy::collapse`].
///
/// After an error there are no more. What is left stays in the net.
///
/// ```
/// # use polarnet_runtime::Runtime;
/// let book = polarnet::net! { @main = r & &7{1 2} ~ $([*10] r) };
/// let found: Vec<String> = Runtime::new().lazily(&book, |net| {
///     net.collapse().map(|branch| Ok(branch?.to_string())).collect::<Result<_, polarnet_runtime::Error>>()
/// })??;
/// assert_eq!(found, ["10", "20"]);
/// # Ok::<(), polarnet_runtime::Error>(())
/// ```
pub struct Branches<'a, 'h> {
    net: &'a mut Lazy<'h>,
    /// Values that are not reduced yet, those after the fewest choices first.
    waiting: VecDeque<Waiting>,
    /// Where others look for branches of the same value: which are whose.
    claims: Option<&'a Claims>,
}

/// A value, the choices on the way to it, and how long its next turn may be.
struct Waiting {
    value: Word,
    choices: Choices,
    time: u64,
    /// Others leave it, and what comes of it, to this one.
    claimed: bool,
}

impl<'a, 'h> Branches<'a, 'h> {
    pub(super) fn new(net: &'a mut Lazy<'h>, value: Value<'h>) -> Self {
        let whole = Waiting { value: value.0, choices: Vec::new(), time: TURN, claimed: true };
        Branches { net, waiting: [whole].into(), claims: None }
    }

    /// The branches of `@main` that nobody else has claimed.
    pub(super) fn shared(net: &'a mut Lazy<'h>, claims: &'a Claims) -> Self {
        let claims = claims.are_shared().then_some(claims);
        let value = net.root();
        let whole = Waiting { value: value.0, choices: Vec::new(), time: TURN, claimed: claims.is_none() };
        Branches { net, waiting: [whole].into(), claims }
    }

    /// One turn of the next value: the branch that it has come to, if it has. None when no value is left.
    pub(super) fn turn(&mut self) -> Option<Result<Option<Normal>, Error>> {
        let next = self.waiting.pop_front()?;
        Some(self.step(next).map_err(|halt| {
            self.waiting.clear();
            self.net.error(halt)
        }))
    }

    pub(super) fn settle_count(&mut self) {
        self.net.settle_count();
    }

    /// What was done so far.
    ///
    /// ```
    /// # use polarnet_runtime::Runtime;
    /// let book = polarnet::net! { @main = r & &7{1 2} ~ $([*10] r) };
    /// Runtime::new().lazily(&book, |net| {
    ///     let mut branches = net.collapse();
    ///     assert_eq!(branches.stats().interactions(), 0);
    ///     branches.next();
    ///     assert!(branches.stats().interactions() > 0); // what the first one takes, and what all have in common
    /// })?;
    /// # Ok::<(), polarnet_runtime::Error>(())
    /// ```
    #[must_use]
    pub fn stats(&self) -> Stats {
        // Of its own heap, where several have one control.
        Stats { peak_bytes: self.net.reduction.worker.heap.used() * 8, ..self.net.stats() }
    }

    /// A turn: the normal form of a value that has no more choices.
    fn step(&mut self, Waiting { value, choices, time, mut claimed }: Waiting) -> Result<Option<Normal>, Halt> {
        self.net.reduction.settle()?;
        if let (Some(claims), false) = (self.claims, claimed)
            && claims.is_part(&choices)
        {
            claimed = claims.claim(&choices);
            if !claimed {
                self.net.reduction.drop_value(value)?;
                return Ok(None);
            }
        }
        let slot = self.net.hold(Value::new(value));
        let found = self.net.reduction.find_superposition(slot, &choices, time)?;
        let ours = || claimed || self.claims.is_none_or(|claims| claims.claim(&choices));
        let normal = match found {
            Found::Normal if ours() => Some(self.net.read(slot)?),
            _ => None,
        };
        let value = self.net.release(slot).0;
        match found {
            Found::Normal => self.net.reduction.drop_value(value)?,
            Found::Superposition(label) => self.split(label, value, &choices, claimed)?,
            Found::Paused => {
                let most = if self.claims.is_some() { SHARED.max(self.net.reduction.steps / 4) } else { u64::MAX };
                self.waiting.push_back(Waiting { value, choices, time: time.saturating_mul(2).min(most), claimed });
            }
        }
        // Wires that lead to another branch are of parts that were not chosen here; others, to what nobody needs.
        Ok(normal.map(Normal::without_loose_variables))
    }

    /// Both parts of a value with superpositions of that label.
    fn split(&mut self, label: Label, value: Word, choices: &Choices, claimed: bool) -> Result<(), Halt> {
        let worker = &mut self.net.reduction.worker;
        let dup = worker.node(Word::EMPTY, Word::EMPTY);
        worker.link(value, Word::new(Tag::DUP, label, dup));
        for second in [false, true] {
            let value = Word::port(Tag::DUP, dup, u32::from(second));
            let choices = choices.iter().copied().chain([(label, second)]).collect();
            self.waiting.push_back(Waiting { value, choices, time: TURN, claimed });
        }
        self.net.reduction.settle()
    }
}

impl Iterator for Branches<'_, '_> {
    type Item = Result<Normal, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            match self.turn()? {
                Ok(Some(normal)) => return Some(Ok(normal)),
                Ok(None) => {}
                Err(error) => return Some(Err(error)),
            }
        }
    }
}

impl FusedIterator for Branches<'_, '_> {}
