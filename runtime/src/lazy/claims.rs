//! Which branches are whose, where several threads look for them.
//!
//! Each thread has a net of its own, and follows the same choices, since what a branch chooses next depends on nothing but the
//! choices before. After some of them the threads part: each such beginning is the one's who comes to it first, with all branches
//! that begin so. A branch with fewer choices is given by one of them.

use super::branches::Choices;
use crate::sync::Mutex;
use std::{collections::HashSet, sync::PoisonError};

pub(super) struct Claims {
    /// After how many choices the threads part.
    depth: usize,
    taken: Mutex<HashSet<Choices>>,
}

impl Claims {
    /// So that there are some eight beginnings for each thread.
    pub fn new(threads: usize) -> Self {
        let depth = if threads == 1 { 0 } else { threads.next_power_of_two().trailing_zeros() as usize + 3 };
        Claims { depth, taken: Mutex::default() }
    }

    /// Are there several threads?
    pub fn are_shared(&self) -> bool {
        self.depth > 0
    }

    /// Do the threads part here?
    pub fn is_part(&self, choices: &Choices) -> bool {
        choices.len() == self.depth
    }

    /// Is it the caller's?
    pub fn claim(&self, choices: &Choices) -> bool {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner).insert(choices.clone())
    }
}
