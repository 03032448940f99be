//! What a worker gives away, and when.

use crate::{cell::Cell, control::Control, gain::Gain, word::Redex, worker::Worker};
use std::time::Instant;

/// So many redexes tell whether a batch waits for what is still to come.
const OLDEST: usize = 64;

/// The most redexes of one batch. Where there are many, each stands for little.
const BATCH: usize = if cfg!(any(test, debug_assertions)) { 8 } else { 1 << 16 };

/// Gives back all it has, if others are busy, and all together do less than one would alone. Did it?
pub(crate) fn retreat<C: Cell>(worker: &mut Worker<'_, C>, control: &Control) -> bool {
    // Who seems to have everything is judged when it looks for what to give. Where the run is over, nodes may be in memory that is used twice.
    if worker.over || worker.bag.len() == 0 || control.pool.may_be_alone() || !control.gain.retreats(control.at(0)) {
        return false;
    }
    let given = control.pool.give_back(core::mem::take(&mut worker.bag).into_redexes());
    let has_none = given.is_ok();
    worker.bag.extend(given.err().into_iter().flatten());
    has_none
}

/// Gives away what it can, if somebody is hungry; of what may be nothing, one batch. `used` are interactions that were not settled yet. Did it?
pub(crate) fn share<C: Cell>(worker: &mut Worker<'_, C>, control: &Control, used: u64) -> bool {
    let took = worker.patience.looked();
    if worker.over || !control.pool.hungry() || worker.patience.goes_on() {
        return false;
    }
    if worker.bag.len() < 2 {
        worker.patience.grow(took);
        return false;
    }
    if worker.patience.sees_crumbs(control.pool.eaten()) {
        // A pipeline, it seems: whoever kept the rest of a list was done with it in no time, and who took the list apart then had all
        // the work. So that goes ahead now, and next time the rest is given, with all that waits for it by then.
        if core::mem::take(&mut worker.is_pipeline) && worker.bag.len() == 2 {
            worker.bag.swap();
            worker.patience.end();
        } else {
            worker.patience.grow_after_crumbs(took);
        }
        return false;
    }
    if control.pool.may_be_alone() {
        let at = control.at(used);
        if let Some(until) = control.gain.rests(at) {
            worker.patience.wait(until.max(at.now + Gain::least(took)));
            return false;
        }
        control.gain.shares(at);
    }
    worker.patience.gives();
    let since = Instant::now();
    while control.pool.hungry() && worker.bag.len() > 1 {
        let batch = worker.bag.split(worker.half_to_give(), BATCH);
        // Before it is offered, as then it is another's.
        let in_doubt = all_wait(worker, batch.iter().copied());
        control.pool.offer(batch);
        if in_doubt {
            worker.patience.doubt(took + since.elapsed(), control.pool.hungry());
            break;
        }
    }
    true
}

/// Does all that is to be given, as far as the oldest of it tell, wait for what is still to come?
pub(crate) fn all_wait<C: Cell>(worker: &Worker<'_, C>, given: impl Iterator<Item = Redex>) -> bool {
    given.take(OLDEST).all(|redex| worker.waits_for_more(redex))
}

#[cfg(all(test, not(any(loom, shuttle))))]
mod tests {
    use super::*;
    use crate::{
        bag::Bag,
        cell::Plain,
        control::Limits,
        heap::Heap,
        portion::Portion,
        program::Program,
        word::{Tag, Word},
    };
    use core::time::Duration;

    /// A batch of calls that wait is given, and when it was a crumb no more for a while; what does not wait is given at once.
    #[test]
    fn calls_that_wait_are_given_in_doubt() {
        let program = Program::default();
        let heap = Heap::<Plain>::new(1 << 10, program.spare()).expect("a small heap");
        let control = Control::new(Limits::of_a_test(), 4, std::sync::Arc::default());
        let mut worker = Worker::new(&heap, &program, 0, 1);
        let ready = Redex(Word::new(Tag::REF, 0, 1), Word::ERA);
        let fill = |worker: &mut Worker<'_, Plain>, waits: bool| {
            let mut redex = || {
                let to_come = Word::port(Tag::APP, worker.node(Word::ERA, Word::EMPTY), 1);
                Redex(ready.0, worker.call_node(0, &[ready.0, to_come], 0).expect("memory").0)
            };
            let redexes = [(); 4].map(|()| if waits { redex() } else { ready });
            worker.bag = Bag::default();
            worker.bag.extend(redexes);
        };
        fill(&mut worker, true);
        assert!(share(&mut worker, &control, 0));
        assert_eq!(worker.bag.len(), 2, "one batch, though others are hungry");
        worker.patience.wait(Instant::now());
        control.pool.ate(Portion::Crumb);
        assert!(!share(&mut worker, &control, 0) && worker.patience.remembers_crumbs());
        worker.patience.end();
        fill(&mut worker, false);
        assert!(share(&mut worker, &control, 0));
        assert_eq!(worker.bag.len(), 1, "both who are hungry still");
    }

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
        worker.patience.grow_after_crumbs(Duration::ZERO);
        worker.patience.gives();
        assert!(worker.patience.remembers_crumbs());
        control.pool.ate(Portion::Grain);
        assert!(control.pool.hungry() && !share(&mut worker, &control, 0));
        assert!(worker.bag.iter().eq([made, taken]));
        assert!(!worker.patience.remembers_crumbs(), "there will be more of it");
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
