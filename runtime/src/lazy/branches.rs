//! The branches of superpositions.
//!
//! A superposition inside of a value is found by reducing the value, and brought to its top by a duplication of the same label
//! around all of it: that goes through what is above by the ordinary rules, and annihilates with the superposition, and with
//! every other one of its label. So one side has the first part of all of them, the other the second. One of the same label that
//! comes to light later, inside of a part, is no choice any more.

use super::{
    look::{Lazy, Value},
    reduction::Halt,
};
use crate::{
    error::Error,
    normal::Normal,
    word::{Tag, Word},
};
use polarnet_syntax::net::Label;
use std::collections::VecDeque;

/// The branches of a value that has superpositions in it: see [`Lazy::collapse`].
///
/// After an error there are no more.
pub struct Branches<'a, 'h> {
    net: &'a mut Lazy<'h>,
    /// Values that are not reduced yet, those after the fewest choices first.
    waiting: VecDeque<Waiting>,
}

/// A value, and the choices on the way to it: of each label the second part, or the first.
struct Waiting {
    value: Word,
    choices: Vec<(Label, bool)>,
}

impl<'a, 'h> Branches<'a, 'h> {
    pub(super) fn new(net: &'a mut Lazy<'h>, value: Value) -> Self {
        Branches { net, waiting: [Waiting { value: value.0, choices: Vec::new() }].into() }
    }

    fn step(&mut self, Waiting { value, choices }: Waiting) -> Result<Option<Normal>, Halt> {
        let slot = self.net.hold(Value(value));
        self.net.reduction.bound.clear();
        self.net.reduction.settle()?;
        let label = self.net.reduction.find_superposition(slot)?;
        let normal = match label {
            None => Some(self.net.read(slot)?),
            Some(_) => None,
        };
        let Value(value) = self.net.release(slot);
        match label {
            None => self.net.reduction.drop_value(value)?,
            Some(label) => self.split(label, value, &choices)?,
        }
        Ok(normal)
    }

    /// Both parts of a value whose superpositions have that label; or the one that was chosen before.
    fn split(&mut self, label: Label, value: Word, choices: &[(Label, bool)]) -> Result<(), Halt> {
        let worker = &mut self.net.reduction.worker;
        let dup = worker.node(Word::EMPTY, Word::EMPTY);
        worker.link(value, Word::new(Tag::DUP, label, dup));
        let chosen = choices.iter().find(|&&(of, _)| of == label).map(|&(_, second)| second);
        for second in [false, true] {
            let value = Word::port(Tag::DUP, dup, u32::from(second));
            let mut choices = choices.to_vec();
            match chosen {
                Some(chosen) if chosen != second => {
                    self.net.reduction.drop_value(value)?;
                    continue;
                }
                Some(_) => {}
                None => choices.push((label, second)),
            }
            self.waiting.push_back(Waiting { value, choices });
        }
        self.net.reduction.settle()
    }
}

impl Iterator for Branches<'_, '_> {
    type Item = Result<Normal, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        while let Some(value) = self.waiting.pop_front() {
            match self.step(value) {
                Ok(Some(normal)) => return Some(Ok(normal)),
                Ok(None) => {}
                Err(halt) => {
                    self.waiting.clear();
                    return Some(Err(self.net.error(halt)));
                }
            }
        }
        None
    }
}
