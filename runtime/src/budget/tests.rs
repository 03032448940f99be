//! When functions go on, and when they return.

use crate::{
    cell::Plain,
    control::{Control, Limits},
    direct::{Contexts, emitted::Either},
    heap::Heap,
    program::Program,
    quantum::Quantum,
    test_books::programs,
    word::{Redex, Word},
    worker::Worker,
};

/// Where others are hungry functions return; but where a loop puts much on the stack, it goes on.
#[test]
fn what_waits_in_a_loop_is_made_no_nodes_for_others() {
    let program = Program::default();
    let heap = Heap::<Either>::new(1 << 10, program.spare()).expect("a small heap");
    let control = Control::new(Limits::of_a_test(), 2, std::sync::Arc::default());
    for (waiting, goes_on) in [(0, false), (31, false), (32, true)] {
        let mut worker = Worker::new(&heap, &program, 0, 1);
        (worker.control, worker.contexts, worker.granted) = (Some(&control), Contexts::new(true), 1000);
        for _ in 0..waiting {
            // SAFETY: D6: there is room for so many.
            unsafe { worker.push_context([Word::ERA]) }
        }
        assert!(control.pool.hungry());
        assert_eq!(worker.refill_calls(), goes_on, "{waiting}");
        assert_eq!(worker.fused > 0, goes_on, "{waiting}");
        // What is there stays there, and does not become more.
        worker.granted += 1000;
        assert!(!worker.refill_calls(), "{waiting}");
    }
}

/// So it is each time, however seldom limits are looked at, and others told what was done.
#[test]
fn a_loop_that_fills_its_stack_goes_on_and_on() {
    let program = Program::default();
    let heap = Heap::<Either>::new(1 << 10, program.spare()).expect("a small heap");
    let control = Control::new(Limits::of_a_test(), 2, std::sync::Arc::default());
    let mut worker = Worker::new(&heap, &program, 0, 1);
    (worker.control, worker.contexts) = (Some(&control), Contexts::new(true));
    for turn in 1..=8 {
        for _ in 0..60 {
            // SAFETY: D6: there is room for so many.
            unsafe { worker.push_context([Word::ERA]) }
        }
        worker.granted += 1000;
        assert!(worker.refill_calls(), "{turn}");
    }
    worker.count_pending(&control);
    assert_eq!(control.at(0).done, 8000, "each is counted once");
}

/// Turns that are counted fill it, too, however many wait; but if there is something beside them, others do not wait for ever.
#[test]
fn what_is_beside_a_long_loop_is_given() {
    let program = Program::default();
    let heap = Heap::<Either>::new(1 << 10, program.spare()).expect("a small heap");
    let control = Control::new(Limits::of_a_test(), 2, std::sync::Arc::default());
    for (is_long, beside, goes_on) in [(false, true, true), (true, false, true), (true, true, false)] {
        let mut worker = Worker::new(&heap, &program, 0, 1);
        (worker.control, worker.contexts, worker.granted) = (Some(&control), Contexts::new(true), 1000);
        (0..100).for_each(|_| worker.begin_turn());
        while is_long && !worker.contexts.is_long() {
            worker.begin_turn();
        }
        if beside {
            worker.bag.push(Redex::NONE);
        }
        assert_eq!(worker.refill_calls(), goes_on, "{is_long} {beside}");
    }
}

/// However long functions of definitions go on, rules look at the limits as often as ever.
#[test]
fn what_calls_do_not_spend_does_not_add_up() {
    let program = Program::default();
    let heap = Heap::<Either>::new(1 << 10, program.spare()).expect("a small heap");
    let control = Control::new(Limits::of_a_test(), 1, std::sync::Arc::default());
    let part = control.unlimited(Some(&mut Quantum::default()), None).expect("there is no limit") as i64;
    let mut worker = Worker::new(&heap, &program, 0, 1);
    (worker.control, worker.budget, worker.begun) = (Some(&control), 7, 107);
    for _ in 0..9 {
        worker.fused = 0;
        assert!(worker.refill_calls());
        assert_eq!((worker.fused, worker.budget), (part, part));
        assert_eq!(worker.begun - worker.budget, 100, "what rules have counted");
    }
}

/// Where there is one thing to do at a time, and nobody has left anything beside it, functions go on, though others are hungry.
#[test]
fn what_is_all_there_is_goes_on() {
    let serial = "@main = r & @f ~ (9 r)  @f = (?((0 @f) r) r)";
    let several = "@main = r & @f ~ (9 r)  @f = (?((0 @g) r) r)  @g = ({a b} r) & @f ~ (a $([+] $(s r))) & @f ~ (b s)";
    for (text, left, goes_on) in [(serial, 0, true), (serial, 1, false), (several, 0, false)] {
        let [_, (program, _)] = programs(text);
        let heap = Heap::<Plain>::new(1 << 10, program.spare()).expect("a small heap");
        let control = Control::new(Limits::of_a_test(), 2, std::sync::Arc::default());
        let mut worker = Worker::new(&heap, &program, 0, 1);
        worker.control = Some(&control);
        worker.bag.extend(vec![Redex(Word::ERA, Word::ERA); left]);
        worker.granted += 1000;
        assert!(control.pool.hungry());
        assert_eq!(worker.refill_calls(), goes_on, "{text} {left}");
    }
}
