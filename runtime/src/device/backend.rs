//! What a device is, for all that was made on it.

use super::{
    Costs, Counts, Transfer,
    costs::pass,
    counts::{Counter, Counters},
};
#[cfg(all(feature = "cuda", not(any(loom, shuttle, miri))))]
use crate::cuda::{CudaDevice, passes::Passes};
use crate::{
    passes::{
        Placing, Target,
        backend::{Fresh, Held, Residents},
    },
    sync::{Ordering, outside::AtomicU64},
};
use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

/// What the queues, submissions and values of one device share.
#[derive(Debug)]
pub struct Backend {
    kind: Kind,
    counters: Counters,
    /// Orders what is done on the device, and numbers scopes.
    clock: AtomicU64,
    scopes: Mutex<HashMap<u64, Arc<Residents>>>,
}

/// The devices that there are.
#[derive(Debug)]
enum Kind {
    /// Threads of the CPU, and what they pretend.
    Threads(Costs),
    /// A CUDA device, and threads of the CPU that tell it what to do.
    #[cfg(all(feature = "cuda", not(any(loom, shuttle, miri))))]
    Cuda(Passes),
}

impl Backend {
    pub fn threads(costs: Costs) -> Backend {
        Backend::of(Kind::Threads(costs))
    }

    #[cfg(all(feature = "cuda", not(any(loom, shuttle, miri))))]
    pub fn cuda(device: CudaDevice) -> Backend {
        Backend::of(Kind::Cuda(Passes::new(device)))
    }

    fn of(kind: Kind) -> Backend {
        Backend { kind, counters: Counters::default(), clock: AtomicU64::new(0), scopes: Mutex::default() }
    }

    /// What runs compiled passes there.
    pub fn compiles(&self) -> Option<Target<'_>> {
        match &self.kind {
            Kind::Threads(_) => None,
            #[cfg(all(feature = "cuda", not(any(loom, shuttle, miri))))]
            Kind::Cuda(passes) => Some(Target::of(passes)),
        }
    }

    /// Are these its own?
    #[cfg(all(feature = "cuda", not(any(loom, shuttle, miri))))]
    pub fn has(&self, passes: &Passes) -> bool {
        matches!(&self.kind, Kind::Cuda(own) if core::ptr::eq(own, passes))
    }

    pub fn counts(&self) -> Counts {
        let own = self.counters.read();
        match &self.kind {
            Kind::Threads(_) => own,
            #[cfg(all(feature = "cuda", not(any(loom, shuttle, miri))))]
            Kind::Cuda(passes) => own + passes.device().counts(),
        }
    }

    /// A new stamp: larger than those that were drawn before, on whichever thread, as all are drawn of one atomic.
    pub fn stamp(&self) -> u64 {
        self.clock.fetch_add(1, Ordering::Relaxed)
    }

    /// A value goes to the device. What it leaves there is there as long as that is held.
    pub fn copy_in(&self, value: &impl Transfer, residents: &Arc<Residents>) -> Vec<Held> {
        match &self.kind {
            Kind::Threads(costs) => {
                let bytes = value.bytes();
                pass(costs.copy(bytes));
                self.counters.add(Counter::Copies, 1);
                self.counters.add(Counter::ToDevice, bytes as u64);
                let _ = residents;
                Vec::new()
            }
            #[cfg(all(feature = "cuda", not(any(loom, shuttle, miri))))]
            Kind::Cuda(passes) => {
                let mut placing = Placing::new(passes, residents);
                value.place(&mut placing);
                placing.held()
            }
        }
    }

    /// What was made of a value on the device stays there as long as that is held.
    pub fn keep(&self, value: &impl Transfer, fresh: Vec<Fresh>, residents: &Arc<Residents>) -> Vec<Held> {
        let mut placing = Placing::made(fresh, residents);
        value.place(&mut placing);
        placing.held()
    }

    /// A value of so many bytes comes from the device. From a CUDA device it came when the function had run.
    pub fn copy_out(&self, bytes: usize) {
        if let Some(costs) = self.pretended() {
            pass(costs.copy(bytes));
            self.counters.add(Counter::Copies, 1);
            self.counters.add(Counter::FromDevice, bytes as u64);
        }
    }

    /// A kernel is started. A closure is none of a CUDA device.
    pub fn launch(&self) {
        if let Some(costs) = self.pretended() {
            pass(costs.launch);
            self.counters.add(Counter::Launches, 1);
        }
    }

    /// What is said of times, where all is done by threads.
    fn pretended(&self) -> Option<&Costs> {
        match &self.kind {
            Kind::Threads(costs) => Some(costs),
            #[cfg(all(feature = "cuda", not(any(loom, shuttle, miri))))]
            Kind::Cuda(_) => None,
        }
    }

    /// What a scope has on the device.
    pub fn residents(&self, scope: u64) -> Arc<Residents> {
        Arc::clone(self.scopes().entry(scope).or_default())
    }

    /// It has ended.
    pub fn end(&self, scope: u64) {
        let residents = self.scopes().remove(&scope);
        if let Some(residents) = residents {
            residents.clear();
        }
    }

    fn scopes(&self) -> MutexGuard<'_, HashMap<u64, Arc<Residents>>> {
        self.scopes.lock().unwrap_or_else(PoisonError::into_inner)
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
