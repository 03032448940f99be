//! What the first worker of a run does before the others come, if they come at all.

use crate::{
    alone::{Alone, Did},
    budget,
    cell::Cell,
    control::{Control, Stop},
    engine::{Engine, checked_turn},
    half::Half,
    share::all_wait,
    word::{Redex, Tag},
    worker::Worker,
};
use core::time::Duration;
use std::time::Instant;

/// What takes less time is not worth a thread: to start one takes five times as long. In debug builds a call takes a hundred times as long.
const SMALL: Duration = Duration::from_micros(if cfg!(any(test, debug_assertions)) { 50_000 } else { 20 });

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
        let part = first.draw(control)?;
        checked_turn(first, control, part, control.steps(part))?;
        // It is time for the others; or Rust comes next that may be slow, and something is to be given before.
        if !first.patience.goes_on() {
            break;
        }
    }
    // As long as it has nothing to give away, the others need not come. In debug builds they do, for tests of them.
    while control.pool.hungry() && !cfg!(any(test, debug_assertions)) {
        let took = first.patience.looked();
        if newer_is_small(first, control)? {
            first.patience.grow_after_small();
        } else if first.bag.len() == 1 {
            first.patience.grow(took);
        } else if has_nothing(first, &alone) {
            first.patience.wait(alone.late());
        } else {
            break;
        }
        let part = first.draw(control)?;
        checked_turn(first, control, part, control.steps(part))?;
    }
    Ok(alone.end(first.counts.total()))
}

/// Reduces the newer of two calls, or a part of it. Was that not worth a thread? It is a loop then, as a rule, each turn of which calls a small function: what
/// would go to others is the loop, and who has the small function would soon wait for them.
fn newer_is_small<'h, C: Engine>(worker: &mut Worker<'h, C>, control: &'h Control) -> Result<bool, Stop> {
    // Agents may be a pipeline, of which each turn is short, and both go on for long.
    let is_call = |Redex(a, b): Redex| [a, b].iter().any(|word| matches!(word.tag(), Tag::CALL | Tag::REF));
    if worker.bag.len() != 2 || worker.program.has_natives() || !worker.bag.iter().all(is_call) {
        return Ok(false);
    }
    let (older, since) = (worker.bag.split(Half::of(2), 1), Instant::now());
    worker.patience.wait(since + SMALL);
    let mut done = Ok(());
    while done.is_ok() && worker.bag.len() > 0 && since.elapsed() < SMALL {
        done = worker.draw(control).and_then(|part| checked_turn(worker, control, part, control.steps(part)));
    }
    let newer = core::mem::take(&mut worker.bag).into_redexes();
    let is_small = newer.is_empty() && since.elapsed() < SMALL;
    worker.bag.extend(older.into_iter().chain(newer));
    // It says nothing of how long interactions take, or what a look.
    worker.quantum.rest();
    worker.patience.looked();
    done.map(|()| is_small)
}

/// Has a worker only what may be nothing for others, which it is too early to try?
fn has_nothing<C: Cell>(worker: &Worker<'_, C>, alone: &Alone) -> bool {
    if worker.bag.len() < 2 || Instant::now() >= alone.late() || worker.program.has_natives() {
        return false;
    }
    let half = worker.half_to_give();
    all_wait(worker, worker.bag.iter().enumerate().filter(|&(at, _)| half.has(at)).map(|(_, redex)| redex))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{cell::Plain, control::Limits, heap::Heap, test_books::programs, word::Word};
    use polarnet_syntax::number::{Number, Numbers};

    /// Of two calls the newer is done, if it is small; else both go on.
    #[test]
    fn small_calls_are_not_worth_a_thread() {
        let [_, (program, names)] = programs("@small = ($([*2] x) x)  @on = (x r) & @on ~ (x r)");
        let def = |name: &str| names.iter().position(|it| it == name).expect("a definition of the book") as u32;
        let heap = Heap::<Plain>::new(1 << 16, program.spare()).expect("a small heap");
        let tries_within = |limits: Limits, calls: &[&str]| {
            let control = Control::new(limits, 2, std::sync::Arc::default());
            let mut worker = Worker::new(&heap, &program, 0, 1);
            for name in calls {
                let node = worker.node(Word::number(Number::u(1, Numbers::Native)), Word::EMPTY);
                let result = Word::port(Tag::APP, node, 1);
                worker.bag.push(Redex(Word::new(Tag::REF, 0, def(name)), Word::new(Tag::APP, 0, node)));
                worker.link(result, Word::ERA);
            }
            let older = worker.bag.iter().next();
            let is_small = newer_is_small(&mut worker, &control).ok();
            assert_eq!(worker.bag.iter().next(), older, "it is still there, and comes last");
            assert_eq!(worker.patience.looked(), Duration::ZERO, "the next look begins later");
            (is_small, worker.bag.len())
        };
        let tries = |calls: &[&str]| {
            let (is_small, left) = tries_within(Limits::of_a_test(), calls);
            (is_small.expect("no limit"), left)
        };
        assert_eq!(tries(&["on", "small"]), (true, 1));
        assert_eq!(tries(&["small", "on"]), (false, 2));
        // One has nothing to give; of three, others get some.
        assert_eq!([tries(&["small"]), tries(&["small"; 3])], [(false, 1), (false, 3)]);
        // What is no call is left to others, however small.
        let control = Control::new(Limits::of_a_test(), 2, std::sync::Arc::default());
        let mut worker = Worker::new(&heap, &program, 0, 1);
        worker.bag.extend([Redex(Word::number(Number::u(1, Numbers::Native)), Word::ERA); 2]);
        assert!(newer_is_small(&mut worker, &control).is_ok_and(|is_small| !is_small) && worker.bag.len() == 2);
        let few = Limits { interactions: Some(1000), ..Limits::of_a_test() };
        assert_eq!(tries_within(few, &["small", "on"]), (None, 2), "nothing is lost at a limit");
    }
}
