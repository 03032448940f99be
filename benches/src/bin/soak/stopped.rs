//! Workloads under limits that are drawn by lot.

use crate::{Outcome, chance::Chance};
use benches::workloads::{ENGINES, Workload, all};
use polarnet::{CancelToken, EngineKind, ErrorKind, Runtime};
use std::{
    collections::HashMap,
    thread,
    time::{Duration, Instant},
};

/// All workloads, and what is known of them.
pub struct Workloads {
    all: Vec<Workload>,
    /// By name and size: the interactions, and about how long it takes.
    known: HashMap<(&'static str, u32), (u64, Duration)>,
    /// How late a run was stopped at most.
    latest: Duration,
}

/// How much more memory than the limit a run may have had when it was stopped, in bytes.
const SLACK: u64 = 1 << 18;

/// What a run may be stopped by.
#[derive(Default, Debug)]
struct Limits {
    interactions: Option<u64>,
    memory: Option<u64>,
    timeout: Option<Duration>,
    cancel: Option<Duration>,
}

impl Workloads {
    pub fn new() -> Self {
        Workloads { all: all(), known: HashMap::new(), latest: Duration::ZERO }
    }

    /// How late a run was stopped at most, by time or by cancellation.
    pub fn latest(&self) -> Duration {
        self.latest
    }

    /// One run of one of them.
    pub fn round(&mut self, chance: &mut Chance, threads: usize) -> Outcome {
        let workload = *chance.one(&self.all);
        let size = workload.small - chance.below(u64::from(workload.small / 3).min(4)) as u32;
        let kind = chance.one(&ENGINES).kind;
        // This one is for one thread.
        let threads = if kind == EngineKind::Shared { 1 } else { threads };
        let runtime = Runtime::new().engine(kind).threads(threads);
        let name = format!("{} {size}, {kind:?}", workload.name);
        let (count, time) = self.learn(&workload, size)?;
        let limits = Limits::draw(chance, count, time);
        let ended = self.run(&workload, size, &limits.set(&runtime), &limits, count);
        let ended = ended.map_err(|why| format!("{name}, {limits:?}: {why}"))?;
        if ended != "done" && chance.once_in(4) {
            // The same runtime, without what stopped it.
            workload.run(&runtime, size).map_err(|why| format!("{name}, after {limits:?}: {why}"))?;
        }
        Ok(ended)
    }

    /// What a run without limits gives, once for each size.
    fn learn(&mut self, workload: &Workload, size: u32) -> Result<(u64, Duration), String> {
        if let Some(&known) = self.known.get(&(workload.name, size)) {
            return Ok(known);
        }
        let done = workload.run(&Runtime::new().engine(EngineKind::Bag).threads(1), size)?;
        let known = (done.stats.interactions(), done.stats.elapsed);
        self.known.insert((workload.name, size), known);
        Ok(known)
    }

    /// Runs it, and compares what comes with what may come.
    fn run(&mut self, workload: &Workload, size: u32, runtime: &Runtime, limits: &Limits, count: u64) -> Outcome {
        let cancel = CancelToken::new();
        let runtime = runtime.clone().cancel_with(cancel.clone());
        let begin = Instant::now();
        let result = thread::scope(|scope| {
            if let Some(after) = limits.cancel {
                scope.spawn(move || {
                    thread::sleep(after);
                    cancel.cancel();
                });
            }
            let result = workload.call(&runtime, size);
            (result, begin.elapsed())
        });
        let (result, elapsed) = result;
        let late = |limit: Option<Duration>| limit.map(|limit| elapsed.saturating_sub(limit));
        let error = match result {
            Ok(done) => {
                let found = done.stats.interactions();
                // It may be noticed late that there are none left, but then it is an error all the same.
                if found != count || limits.interactions.is_some_and(|limit| limit < count) {
                    return Err(format!("{found} interactions instead of {count}"));
                }
                workload.check(&done, size)?;
                return Ok("done");
            }
            Err(error) => error,
        };
        let told = error.to_string();
        match error.kind {
            ErrorKind::Interactions(limit) if limits.interactions == Some(limit) && limit < count => Ok("interactions"),
            // What grows by doubling is noticed when it has grown.
            ErrorKind::Memory(limit) if limits.memory == Some(limit) && error.stats.peak_bytes <= 2 * limit + SLACK => {
                Ok("memory")
            }
            ErrorKind::Timeout(limit) if limits.timeout == Some(limit) && elapsed >= limit => {
                self.latest = self.latest.max(late(limits.timeout).unwrap_or_default());
                Ok("time")
            }
            ErrorKind::Cancelled if limits.cancel.is_some_and(|after| elapsed >= after) => {
                self.latest = self.latest.max(late(limits.cancel).unwrap_or_default());
                Ok("cancelled")
            }
            _ => Err(format!("{told}, {:?} after the beginning, {} bytes", elapsed, error.stats.peak_bytes)),
        }
    }
}

impl Limits {
    /// One of each sort, or none, or all: of a run that has so many interactions and takes that long.
    fn draw(chance: &mut Chance, count: u64, time: Duration) -> Self {
        let mut limits = Limits::default();
        let which = chance.below(7);
        if which == 1 || which == 6 {
            limits.interactions = Some(chance.below(count + count / 4));
        }
        if which == 2 || which == 6 {
            limits.memory = Some(chance.digits(9, 26));
        }
        if which == 3 || which == 6 {
            limits.timeout = Some(chance.within(2 * time));
        }
        if which == 4 || which == 6 {
            limits.cancel = Some(chance.within(2 * time));
        }
        limits
    }

    /// All but the cancellation.
    fn set(&self, runtime: &Runtime) -> Runtime {
        let mut runtime = runtime.clone();
        if let Some(count) = self.interactions {
            runtime = runtime.max_interactions(count);
        }
        if let Some(bytes) = self.memory {
            runtime = runtime.max_memory(bytes);
        }
        if let Some(time) = self.timeout {
            runtime = runtime.timeout(time);
        }
        runtime
    }
}
