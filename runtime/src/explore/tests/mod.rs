mod files;
mod paths;
mod programs;
mod searches;
mod tables;

use super::*;
use crate::kept::Scratch;
use core::time::Duration;
use programs::{bar, data, foo, select_sum};
use std::{cell::Cell, fs, path::PathBuf};

thread_local! {
    static NOW: Cell<Duration> = const { Cell::new(Duration::ZERO) };
}

/// A clock that only [`spend`] moves: what a test measures is the same each time.
fn clock() -> Duration {
    NOW.get()
}

fn spend(nanos: usize) {
    NOW.set(NOW.get() + Duration::from_nanos(nanos as u64));
}

impl Scratch {
    fn file(&self) -> PathBuf {
        self.0.join("explore.json")
    }

    fn text(&self) -> String {
        fs::read_to_string(self.file()).unwrap()
    }

    fn explorer(&self, name: &str) -> Explorer<'static> {
        Explorer::new(name).file(self.file()).clock(clock)
    }
}

/// The members that were chosen, in order.
fn members(choices: &Choices) -> Vec<&str> {
    choices.iter().map(Choice::member).collect()
}
