//! The engines: how workers are driven until no redex is left, or a limit stops them.

use crate::{
    alone::{Alone, Did},
    budget,
    cell::{Cell, Orders, Plain, Shared},
    control::{Control, Stop},
    direct::Frames,
    gain::Gain,
    word::Redex,
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
    worker.tell(0)
}

/// The same, of a `part` that was drawn, of the one worker that reduces. Looks at the limits.
fn checked_turn<'h, C: Engine>(
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

/// What is so few interactions, of what was given and of what was kept, was not worth the way.
const CRUMB: u64 = 1 << 14;

/// So many of the oldest redexes tell whether what is given waits for what is kept.
const LOOK: usize = 64;

/// The most redexes of one batch. Where there are many, each stands for little.
const BATCH: usize = if cfg!(any(test, debug_assertions)) { 8 } else { 1 << 16 };

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

/// Reduces every redex, all of which are in the first worker's bag; [alone](crate::alone), if they are few. Returns what it did alone.
///
/// # Errors
///
/// The limit that stopped it, as [`Engine::settle`].
pub(crate) fn settle_little<'h, C: Engine>(workers: &mut [Worker<'h, C>], control: &'h Control) -> Result<Did, Stop> {
    debug_assert!(workers[1..].iter().all(|worker| worker.bag.len() == 0), "all redexes are the first worker's");
    let settle = |workers: &mut [Worker<'h, C>]| {
        let did = settle_alone(workers, control)?;
        if workers[0].bag.len() > 0 {
            C::settle(workers, control)?;
        }
        Ok(did)
    };
    match workers[0].program.is_compiled() {
        true => budget::with_floor(|_| settle(workers)),
        false => settle(workers),
    }
}

/// Until the others come.
fn settle_alone<'h, C: Engine>(workers: &mut [Worker<'h, C>], control: &'h Control) -> Result<Did, Stop> {
    control.pool.open(control.threads());
    let (first, alone) = (&mut workers[0], Alone::begin(control.elapsed()));
    first.quantum.rest();
    first.patience.wait(alone.until());
    while first.bag.len() > 0 {
        let part = control.draw_for(&mut first.quantum)?;
        checked_turn(first, control, part, control.steps(part))?;
        if first.patience.goes_on() {
            continue;
        }
        // It is time for the others, but perhaps they will have nothing to do.
        if Instant::now() < alone.late()
            && first.bag.len() > 1
            && is_doubtful(first, first.bag.to_give())
            && !first.program.has_natives()
        {
            first.patience.looked();
            first.patience.wait(alone.late());
            continue;
        }
        // Or Rust comes next that may be slow, and something is to be given before.
        break;
    }
    // As long as it has nothing to give away, the others need not come. In debug builds they do, for tests of them.
    while first.bag.len() == 1 && control.pool.hungry() && !cfg!(any(test, debug_assertions)) {
        let took = first.patience.looked();
        first.patience.grow(took);
        let part = control.draw_for(&mut first.quantum)?;
        checked_turn(first, control, part, control.steps(part))?;
    }
    Ok(alone.end(first.counts.total()))
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
            Ok(crumb) if has_any => control.pool.ate(crumb),
            Ok(_) => {}
            Err(why) => return control.stop(why),
        }
        match control.pool.next() {
            Some(batch) => {
                worker.pace.rest();
                worker.bag.extend(batch);
            }
            None => return,
        }
    }
}

/// Reduces until the bag is empty, sharing it with whoever is hungry. Was what was left after the last time hardly anything?
fn busy<'h, C: Engine>(worker: &mut Worker<'h, C>, control: &'h Control) -> Result<bool, Stop> {
    let steps = match (worker.program.is_direct(), worker.program.is_compiled()) {
        (true, _) => DIRECT_STEPS,
        (false, true) => COMPILED_STEPS,
        (false, false) => STEPS,
    };
    let mut begun = worker.counts.total();
    let (mut alone, mut long, mut since) = (false, false, Instant::now());
    worker.quantum.rest();
    while worker.bag.len() > 0 {
        let part = control.draw_for(&mut worker.quantum)?;
        let (mut used, mut slice) = (0, false);
        while used < part && worker.bag.len() > 0 && !worker.over && !slice {
            let steps = steps.min(control.steps(part - used));
            if !alone && control.pool.may_be_alone() && control.pool.is_alone() {
                alone = true;
                // Where Rust is called, interactions say nothing of time: then it is not measured.
                if !worker.program.has_natives() {
                    control.gain.begins_alone(Instant::now(), control.done() + used);
                }
            }
            used += match alone {
                // SAFETY: L5: the pool has said so, and nothing was offered since.
                true => unsafe { C::turn_alone(worker, control, steps) },
                false => turn(worker, control, steps),
            };
            slice = worker.pace.was_over();
            long |= slice;
            if share(worker, control, used) {
                (alone, long, begun) = (false, false, worker.counts.total());
            }
        }
        control.settle(part, used);
        while let Some(batch) = control.pool.take_back() {
            worker.bag.extend(batch);
        }
        if !alone && since.elapsed() >= Gain::TRIAL {
            since = Instant::now();
            long |= retreat(worker, control);
        }
        worker.check(control)?;
        if control.stopped() {
            break; // the one who stopped it has said why
        }
    }
    Ok(!long && worker.counts.total() - begun < CRUMB)
}

/// Gives back all it has, if others are busy, and all together do less than one would alone. Did it?
fn retreat<C: Cell>(worker: &mut Worker<'_, C>, control: &Control) -> bool {
    if worker.bag.len() == 0 || !control.gain.retreats(Instant::now(), control.done()) {
        return false;
    }
    let given = control.pool.give_back(core::mem::take(&mut worker.bag).into_redexes());
    let has_none = given.is_ok();
    worker.bag.extend(given.err().into_iter().flatten());
    has_none
}

/// Gives away what it can, if somebody is hungry; `used` are interactions that were not settled yet. Did it?
fn share<C: Cell>(worker: &mut Worker<'_, C>, control: &Control, used: u64) -> bool {
    let took = worker.patience.looked();
    if !control.pool.hungry() || worker.patience.goes_on() {
        return false;
    }
    if worker.bag.len() < 2 || worker.patience.sees_crumbs(control.pool.eaten()) {
        // A pipeline, it seems: whoever kept the rest of a list was done with it in no time, and who took the list apart then had all
        // the work. So that goes ahead now, and next time the rest is given, with all that waits for it by then.
        if core::mem::take(&mut worker.is_pipeline) && worker.bag.len() == 2 {
            worker.bag.swap();
        } else {
            worker.patience.grow(took);
        }
        return false;
    }
    if control.pool.may_be_alone() {
        let (now, done) = (Instant::now(), control.done() + used);
        if let Some(until) = control.gain.rests(now, done) {
            worker.patience.wait(until);
            return false;
        }
        control.gain.shares(now, done);
    }
    let since = Instant::now();
    while control.pool.hungry() && worker.bag.len() > 1 {
        let batch = worker.bag.split(BATCH);
        let is_doubtful = is_doubtful(worker, batch.iter().copied());
        control.pool.offer(batch);
        if is_doubtful {
            // First it is to be known what that was.
            worker.patience.doubt(took + since.elapsed());
            return true;
        }
    }
    worker.patience.end();
    true
}

/// Does what is given wait for what is kept, as far as the oldest of it tell?
fn is_doubtful<C: Cell>(worker: &Worker<'_, C>, given: impl Iterator<Item = Redex>) -> bool {
    given.take(LOOK).all(|redex| worker.waits_for_more(redex))
}

#[cfg(all(test, not(any(loom, shuttle))))]
mod tests {
    use super::*;
    use crate::{
        bag::Bag,
        control::Limits,
        heap::Heap,
        program::Program,
        word::{Tag, Word},
    };

    /// Where the rest of a list was a crumb, it is given the next time, when others wait for it.
    #[test]
    fn who_takes_a_list_apart_goes_ahead() {
        let program = Program::default();
        let heap = Heap::<Plain>::new(1 << 10, program.spare()).expect("a small heap");
        let control = Control::new(Limits::of_a_test(), 2, std::sync::Arc::default());
        let mut worker = Worker::new(&heap, &program, 0, 1);
        let [taken, made] = [1, 2].map(|def| Redex(Word::new(Tag::REF, 0, def), Word::ERA));
        worker.later.push(made);
        worker.put_off(taken);
        assert!(worker.is_pipeline && worker.bag.iter().eq([taken, made]));
        control.pool.ate(true);
        assert!(control.pool.hungry() && !share(&mut worker, &control, 0));
        assert!(worker.bag.iter().eq([made, taken]));
        assert!(share(&mut worker, &control, 0));
        assert!(worker.bag.iter().eq([taken]));
        // Nor is it one where there is more, or nothing that takes.
        worker.later.push(made);
        worker.put_off(taken);
        assert!(!worker.is_pipeline);
        worker.bag = Bag::default();
        worker.later.push(made);
        worker.put_off(Redex::NONE);
        assert!(!worker.is_pipeline);
    }
}
