//! One run of a combination.

use super::{
    Choices, Error,
    choices::{Picks, Places},
    here,
};
use crate::device::{Counts, Device};
use core::time::Duration;
use std::sync::Arc;

/// What is explored, and what its results are compared with.
pub struct Bench<'d, R, F, S> {
    pub device: &'d Device,
    /// The time since some moment.
    pub clock: fn() -> Duration,
    pub run: F,
    pub same: S,
    places: Places,
    /// The result of the first run.
    first: Option<(R, Choices)>,
    /// How many there were.
    pub runs: usize,
}

pub struct Run {
    pub choices: Choices,
    pub time: Duration,
    pub counts: Counts,
}

impl<'d, R, F: FnMut() -> R, S: FnMut(&R, &R) -> bool> Bench<'d, R, F, S> {
    pub fn new(device: &'d Device, clock: fn() -> Duration, run: F, same: S) -> Self {
        Bench { device, clock, run, same, places: Places::default(), first: None, runs: 0 }
    }

    /// Runs it once. What it chose is complete: it has the first member where the picks have none.
    pub fn run(&mut self, picks: &Arc<Picks>) -> Result<Run, Error> {
        self.runs += 1;
        let before = self.device.counts();
        let start = (self.clock)();
        let (value, reached) = here::explored(picks, &mut self.run);
        let time = (self.clock)().saturating_sub(start);
        let counts = self.device.counts() - before;
        let choices = self.places.choices(reached);
        match &self.first {
            Some((first, _)) if (self.same)(first, &value) => {}
            Some((_, first)) => {
                return Err(Error::Differ { choices: Box::new(choices), first: Box::new(first.clone()) });
            }
            None if (self.same)(&value, &value) => self.first = Some((value, choices.clone())),
            None => return Err(Error::Incomparable),
        }
        Ok(Run { choices, time, counts })
    }
}
