//! What a device is, for all that was made on it.

use super::{
    Costs, Counts,
    costs::pass,
    counts::{Counter, Counters},
};
use crate::sync::{Ordering, outside::AtomicU64};

/// What the queues, submissions and values of one device share.
#[derive(Debug)]
pub struct Backend {
    kind: Kind,
    counters: Counters,
    /// Orders what is done on the device.
    clock: AtomicU64,
}

/// The devices that there are.
#[derive(Debug)]
enum Kind {
    /// Threads of the CPU, and what they pretend.
    Threads(Costs),
}

impl Backend {
    pub fn threads(costs: Costs) -> Backend {
        Backend { kind: Kind::Threads(costs), counters: Counters::default(), clock: AtomicU64::new(0) }
    }

    pub fn counts(&self) -> Counts {
        self.counters.read()
    }

    /// A new stamp: larger than those that were drawn before, on whichever thread, as all are drawn of one atomic.
    pub fn stamp(&self) -> u64 {
        self.clock.fetch_add(1, Ordering::Relaxed)
    }

    /// A value of so many bytes goes to the device.
    pub fn copy_in(&self, bytes: usize) {
        let Kind::Threads(costs) = &self.kind;
        pass(costs.copy(bytes));
        self.counters.add(Counter::Copies, 1);
        self.counters.add(Counter::ToDevice, bytes as u64);
    }

    /// A value of so many bytes comes from the device.
    pub fn copy_out(&self, bytes: usize) {
        let Kind::Threads(costs) = &self.kind;
        pass(costs.copy(bytes));
        self.counters.add(Counter::Copies, 1);
        self.counters.add(Counter::FromDevice, bytes as u64);
    }

    /// A kernel is started.
    pub fn launch(&self) {
        let Kind::Threads(costs) = &self.kind;
        pass(costs.launch);
        self.counters.add(Counter::Launches, 1);
    }

    /// Commands are submitted.
    pub fn submit(&self) {
        self.counters.add(Counter::Submissions, 1);
    }

    /// A thread has waited for a submission.
    pub fn synchronise(&self) {
        self.counters.add(Counter::Synchronisations, 1);
    }
}
