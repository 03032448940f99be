//! The engines: how workers are driven until no redex is left, or a limit stops them.

use crate::{
    budget,
    cell::{Cell, Orders, Plain, Shared},
    control::{Control, Stop},
    pool::Pool,
    word::Redex,
    worker::Worker,
};

/// Cells that an engine drives.
pub trait Engine: Cell {
    /// Reduces every redex of the workers' bags.
    ///
    /// # Errors
    ///
    /// The limit that stopped it. The net is then unfinished, and good for nothing but being dropped.
    fn settle<'h>(workers: &mut [Worker<'h, Self>], control: &'h Control) -> Result<(), Stop>;
}

/// One worker, one thread.
impl Engine for Plain {
    fn settle<'h>(workers: &mut [Worker<'h, Self>], control: &'h Control) -> Result<(), Stop> {
        for worker in workers {
            worker.control = Some(control);
            while worker.bag.len() > 0 {
                let part = control.draw()?;
                let before = worker.counts.total();
                worker.reduce(control.steps(part));
                let reported = core::mem::take(&mut worker.reported);
                control.settle(part, (worker.counts.total() - before).saturating_sub(reported));
                worker.check(control)?;
            }
        }
        Ok(())
    }
}

/// Rule applications between two looks at whether somebody is hungry. Debug builds share more eagerly, so that small
/// nets test it.
const STEPS: u64 = if cfg!(any(test, debug_assertions)) { 4 } else { 128 };

/// The same where rules were compiled: to look, all functions have to return, and what waits for them becomes nodes.
const COMPILED_STEPS: u64 = if cfg!(any(test, debug_assertions)) { 16 } else { 1 << 14 };

/// The most redexes of one batch.
const BATCH: usize = if cfg!(any(test, debug_assertions)) { 8 } else { 512 };

/// A thread for each worker.
impl<O: Orders> Engine for Shared<O> {
    fn settle<'h>(workers: &mut [Worker<'h, Self>], control: &'h Control) -> Result<(), Stop> {
        spread(&mut workers[..control.threads()], control);
        control.why()
    }
}

/// A thread for each worker: the first one's is this one. The system may refuse some.
#[cfg(not(shuttle))]
fn spread<C: Cell + Send + Sync>(workers: &mut [Worker<'_, C>], control: &Control) {
    use std::{sync::OnceLock, thread::Builder};

    let (first, rest) = workers.split_first_mut().expect("a run has a worker");
    let (asked, room) = (rest.len(), crate::machine::room_for(rest.len()));
    // The threads wait for the pool, which must know how many they are.
    let pool = OnceLock::new();
    std::thread::scope(|scope| {
        let wait = &pool;
        let stack = budget::THREAD;
        let start =
            |worker| Builder::new().stack_size(stack).spawn_scoped(scope, move || drive(worker, wait.wait(), control));
        let spawned = rest[..room].iter_mut().map_while(|worker| start(worker).ok()).count();
        if spawned < asked {
            control.refuse(asked - spawned);
        }
        drive(first, pool.get_or_init(|| Pool::new(1 + spawned)), control);
    });
}

/// Shuttle's threads are never refused, and cannot wait for a lock of std.
#[cfg(shuttle)]
fn spread<C: Cell + Send + Sync>(workers: &mut [Worker<'_, C>], control: &Control) {
    let pool = &Pool::new(workers.len());
    let (first, rest) = workers.split_first_mut().expect("a run has a worker");
    crate::sync::thread::scope(|scope| {
        for worker in rest {
            scope.spawn(move || drive(worker, pool, control));
        }
        drive(first, pool, control);
    });
}

/// Interactions that the first worker does before it wakes the others: to start a thread costs more. Debug builds start them at
/// once, so that small nets test it.
const ALONE: u64 = if cfg!(any(test, debug_assertions)) { 1 } else { 1 << 12 };

/// Reduces every redex, all of which are in the first worker's bag; alone, if they are few.
///
/// # Errors
///
/// The limit that stopped it, as [`Engine::settle`].
pub(crate) fn settle_little<'h, C: Engine>(workers: &mut [Worker<'h, C>], control: &'h Control) -> Result<(), Stop> {
    match workers[0].program.is_compiled() {
        true => budget::with_stack(|_| settle_from_first(workers, control)),
        false => settle_from_first(workers, control),
    }
}

fn settle_from_first<'h, C: Engine>(workers: &mut [Worker<'h, C>], control: &'h Control) -> Result<(), Stop> {
    let first = &mut workers[0];
    if first.bag.len() > 0 {
        let part = control.draw()?;
        let before = first.counts.total();
        first.reduce(control.steps(part).min(ALONE));
        control.settle(part, first.counts.total() - before);
        first.check(control)?;
    }
    if workers[0].bag.len() > 0 { C::settle(workers, control) } else { Ok(()) }
}

/// Ends the run for the others when its worker panics.
struct StopOnPanic<'p>(&'p Pool<Redex>, &'p Control);

impl Drop for StopOnPanic<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.1.stop(Stop::Cancelled);
            self.0.stop();
        }
    }
}

fn drive<C: Cell>(worker: &mut Worker<'_, C>, pool: &Pool<Redex>, control: &Control) {
    let _guard = StopOnPanic(pool, control);
    loop {
        if let Err(why) = busy(worker, pool, control) {
            control.stop(why);
            pool.stop();
            return;
        }
        match pool.next() {
            Some(batch) => worker.bag.extend(batch),
            None => return,
        }
    }
}

/// Reduces until the bag is empty, sharing it with whoever is hungry.
fn busy<C: Cell>(worker: &mut Worker<'_, C>, pool: &Pool<Redex>, control: &Control) -> Result<(), Stop> {
    while worker.bag.len() > 0 {
        let part = control.draw()?;
        let before = worker.counts.total();
        let mut used = 0;
        let steps = if worker.program.is_compiled() || worker.program.is_direct() { COMPILED_STEPS } else { STEPS };
        while used < part && worker.bag.len() > 0 && !worker.over {
            worker.reduce(steps.min(control.steps(part - used)));
            used = worker.counts.total() - before;
            while pool.hungry() && worker.bag.len() > 1 {
                pool.offer(worker.bag.split(BATCH));
            }
        }
        control.settle(part, used);
        worker.check(control)?;
        if control.stopped() {
            return Ok(()); // the one who stopped it has said why
        }
    }
    Ok(())
}
