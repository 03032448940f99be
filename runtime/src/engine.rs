//! The engines: how workers are driven until no redex is left, or a limit stops them.

use crate::{
    cell::{Cell, Orders, Plain, Shared},
    control::{Control, Stop},
    direct::Frames,
    gain::Gain,
    portion::Portion,
    share::{retreat, share},
    worker::Worker,
};
use std::time::Instant;

/// Cells that an engine drives.
pub trait Engine: Cell {
    /// Reduces every redex of the workers' bags.
    ///
    /// # Errors
    ///
    /// The limit that stopped it. The net is then unfinished, and good for nothing but being dropped.
    fn settle<'h>(workers: &mut [Worker<'h, Self>], control: &'h Control) -> Result<(), Stop>;

    /// What [`turn`] does, for one that has all the redexes.
    ///
    /// # Safety
    ///
    /// Nobody else touches the heap meanwhile, and what others did to it happened before.
    unsafe fn turn_alone<'h>(worker: &mut Worker<'h, Self>, control: &'h Control, steps: u64) -> u64 {
        turn(worker, control, steps)
    }
}

/// One worker, one thread.
impl Engine for Plain {
    fn settle<'h>(workers: &mut [Worker<'h, Self>], control: &'h Control) -> Result<(), Stop> {
        for worker in workers {
            while worker.bag.len() > 0 {
                let part = control.draw()?;
                checked_turn(worker, control, part, control.steps(part))?;
            }
        }
        Ok(())
    }
}

/// Reduces for so many steps. Returns how many interactions that were, of those that the worker has not told of.
fn turn<'h, C: Cell>(worker: &mut Worker<'h, C>, control: &'h Control, steps: u64) -> u64 {
    worker.told = worker.told.max(worker.counts.total());
    worker.control = Some(control);
    worker.reduce(steps);
    worker.count_pending(control);
    worker.tell(0)
}

/// The same, of a `part` that was drawn, of the one worker that reduces. Looks at the limits.
pub(crate) fn checked_turn<'h, C: Engine>(
    worker: &mut Worker<'h, C>,
    control: &'h Control,
    part: u64,
    steps: u64,
) -> Result<(), Stop> {
    let used = match control.threads() {
        1 => turn(worker, control, steps),
        // SAFETY: L5: the others have not come yet, and hold nothing.
        _ => unsafe { C::turn_alone(worker, control, steps) },
    };
    control.settle(part, used);
    worker.check(control)
}

/// Rule applications between two looks at whether somebody is hungry. Debug builds share more eagerly, so that small
/// nets test it.
const STEPS: u64 = if cfg!(any(test, debug_assertions)) { 4 } else { 128 };

/// The same where rules were compiled: functions go on as long as nobody is.
const COMPILED_STEPS: u64 = if cfg!(any(test, debug_assertions)) { 16 } else { 1 << 14 };

/// The same in direct style, in interactions.
const DIRECT_STEPS: u64 = if cfg!(any(test, debug_assertions)) { 64 } else { 1 << 17 };

/// A thread for each worker.
impl<O: Orders> Engine for Shared<O> {
    fn settle<'h>(workers: &mut [Worker<'h, Self>], control: &'h Control) -> Result<(), Stop> {
        control.pool.open(control.threads());
        spread(&mut workers[..control.threads()], control);
        control.why()
    }

    #[cfg(not(any(loom, shuttle)))]
    unsafe fn turn_alone<'h>(worker: &mut Worker<'h, Self>, control: &'h Control, steps: u64) -> u64 {
        // Debug builds do it for every other turn, so that small nets test both.
        match cfg!(any(test, debug_assertions)) && worker.counts.total().is_multiple_of(2) {
            true => turn(worker, control, steps),
            // SAFETY: L5, by the caller's word.
            false => turn(unsafe { worker.as_plain() }, control, steps),
        }
    }
}

/// A thread for each worker: the first one's is this one. The system may refuse some.
#[cfg(not(shuttle))]
fn spread<'h, C: Engine + Send + Sync>(workers: &mut [Worker<'h, C>], control: &'h Control) {
    let (first, rest) = workers.split_first_mut().expect("a run has a worker");
    let asked = rest.len();
    crate::threads::scope(|scope| {
        let started = scope.start(rest.iter_mut().map(|worker| move || join(worker, control)));
        if started < asked {
            control.refuse(asked - started);
        }
        drive(first, control);
    });
}

/// Shuttle's threads are never refused, and cannot wait for a lock of std.
#[cfg(shuttle)]
fn spread<'h, C: Engine + Send + Sync>(workers: &mut [Worker<'h, C>], control: &'h Control) {
    let (first, rest) = workers.split_first_mut().expect("a run has a worker");
    crate::sync::thread::scope(|scope| {
        for worker in rest {
            scope.spawn(move || join(worker, control));
        }
        drive(first, control);
    });
}

/// Ends the run for the others when its worker panics.
struct StopOnPanic<'c>(&'c Control);

impl Drop for StopOnPanic<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.stop(Stop::Cancelled);
        }
    }
}

/// What a worker does that comes later than the first.
fn join<'h, C: Engine>(worker: &mut Worker<'h, C>, control: &'h Control) {
    control.pool.arrive();
    drive(worker, control);
    // They stay with this thread, for its next run.
    worker.frames = Frames::default();
}

fn drive<'h, C: Engine>(worker: &mut Worker<'h, C>, control: &'h Control) {
    let _guard = StopOnPanic(control);
    loop {
        let has_any = worker.bag.len() > 0;
        match busy(worker, control) {
            Ok(portion) if has_any => control.pool.ate(portion),
            Ok(_) => {}
            Err(why) => return control.stop(why),
        }
        match control.pool.next() {
            Some(batch) => {
                worker.pace.rest();
                worker.patience.gets();
                worker.bag.extend(batch);
            }
            None => return,
        }
    }
}

/// Reduces until the bag is empty, sharing it with whoever is hungry. How much was left after the last time?
fn busy<'h, C: Engine>(worker: &mut Worker<'h, C>, control: &'h Control) -> Result<Portion, Stop> {
    let steps = match (worker.program.is_direct(), worker.program.is_compiled()) {
        (true, _) => DIRECT_STEPS,
        (false, true) => COMPILED_STEPS,
        (false, false) => STEPS,
    };
    let (mut begun, mut given) = (worker.counts.total(), Instant::now());
    let (mut alone, mut long, mut since) = (false, false, given);
    worker.quantum.rest();
    while worker.bag.len() > 0 {
        let part = worker.draw(control)?;
        let (mut used, mut ended) = (0, false);
        while used < part && worker.bag.len() > 0 && !worker.over && !ended {
            let steps = steps.min(control.steps(part - used));
            if !alone && control.pool.may_be_alone() && control.pool.is_alone() {
                alone = true;
                // Where Rust is called, interactions say nothing of time: then it is not measured.
                if !worker.program.has_natives() {
                    control.gain.begins_alone(control.at(used));
                }
            }
            used += match alone {
                // SAFETY: L5: the pool has said so, and nothing was offered since.
                true => unsafe { C::turn_alone(worker, control, steps) },
                false => turn(worker, control, steps),
            };
            ended = worker.pace.was_over();
            long |= ended;
            if share(worker, control, used) {
                (alone, long) = (false, false);
                (begun, given) = (worker.counts.total(), Instant::now());
                // Others are looked at soon, however long it was not to look at them.
                ended = true;
            }
            if ended {
                worker.quantum.rest();
            }
        }
        control.settle(part, used);
        while let Some(batch) = control.pool.take_back() {
            worker.bag.extend(batch);
        }
        if core::mem::take(&mut worker.leaves) || !alone && since.elapsed() >= Gain::AGAIN {
            since = Instant::now();
            long |= retreat(worker, control);
        }
        worker.check(control)?;
        if control.stopped() {
            break; // the one who stopped it has said why
        }
    }
    Ok(if long { Portion::Meal } else { Portion::of(worker.counts.total() - begun, given.elapsed()) })
}
