//! Recursive vals of `schedule!`: as deep as memory lasts, step by step, and with results that are kept.

use polarnet::{CancelToken, schedule, schedule::Cancelled};
use std::{cell::RefCell, thread};

/// Runs something on a thread that has little stack.
fn with_little_stack<T: Send>(run: impl FnOnce() -> T + Send) -> T {
    thread::scope(|scope| {
        let thread = thread::Builder::new().stack_size(64 << 10).spawn_scoped(scope, run).expect("a thread starts");
        thread.join().expect("it has stack enough")
    })
}

schedule! {
    val rec_sum(a: i64, b: i64) -> i64 { returns 0 if a > b else a if a == b else rec_sum(a + 1, b) + a }
    fn sum(a: i64, b: i64) -> i64 impls rec_sum { eval(a, b) }
    fn sum_stepped(a: i64, b: i64) -> Steps<i64> impls rec_sum { eval(a, b).stepped() }
    fn sum_kept(a: i64, b: i64) -> i64 impls rec_sum { eval(a, b).memoize() }
}

#[test]
fn a_sum_of_ten_million_needs_no_stack() {
    let n = 10_000_000;
    assert_eq!(with_little_stack(|| sum(1, n)), n * (n + 1) / 2);
    assert_eq!(with_little_stack(|| sum_stepped(1, n).run()), n * (n + 1) / 2);
    assert_eq!(with_little_stack(|| sum_kept(1, n / 10)), n / 10 * (n / 10 + 1) / 2);
    assert_eq!((sum(3, 2), sum(3, 3), sum(3, 4)), (0, 3, 7));
}

schedule! {
    val even(n: u64) -> bool { returns n == 0 || odd(n - 1) }
    val odd(n: u64) -> bool { returns n != 0 && even(n - 1) }
    val is_even(n: u64) -> bool { returns if n == 0 { true } else { !is_odd(n) } }
    val is_odd(n: u64) -> bool { returns if n == 0 { false } else { is_even(n - 1) } }
    // Of different types: how many are even, and whether the last one is.
    val evens(n: u64) -> u64 { returns if n == 0 { 1 } else { evens(n - 1) + if last(n) { 1 } else { 0 } } }
    val last(n: u64) -> bool { returns if n == 0 { true } else if n > 3 { last(n - 2) } else { evens(n - 1) < evens(n - 1) + (n + 1) % 2 } }
    fn evenness(n: u64) -> bool impls even { eval(n) }
    fn oddness(n: u64) -> bool impls odd { eval(n) }
    fn evenness_stepped(n: u64) -> Steps<bool> impls even { eval(n).stepped() }
    fn evenness_stacked(n: u64) -> bool impls is_even { eval(n) }
    fn evenness_kept(n: u64) -> bool impls is_even { eval(n).memoize() }
    fn even_count(n: u64) -> u64 impls evens { eval(n) }
    fn even_count_stepped(n: u64) -> Steps<u64> impls evens { eval(n).stepped() }
    fn even_count_kept(n: u64) -> u64 impls evens { eval(n).memoize() }
    fn last_even(n: u64) -> bool impls last { eval(n) }
}

fn naive_evens(n: u64) -> u64 {
    if n == 0 { 1 } else { naive_evens(n - 1) + if naive_last(n) { 1 } else { 0 } }
}

fn naive_last(n: u64) -> bool {
    if n == 0 {
        true
    } else if n > 3 {
        naive_last(n - 2)
    } else {
        naive_evens(n - 1) < naive_evens(n - 1) + (n + 1) % 2
    }
}

#[test]
fn vals_may_call_each_other() {
    for n in [10_000_000, 9_999_999] {
        assert_eq!(with_little_stack(|| evenness(n)), n % 2 == 0);
        assert_eq!(with_little_stack(|| oddness(n)), n % 2 == 1);
        assert_eq!(with_little_stack(|| evenness_stepped(n).run()), n % 2 == 0);
        assert_eq!(with_little_stack(|| evenness_stacked(n)), n % 2 == 0);
    }
    assert!(with_little_stack(|| evenness_kept(100_000)));
    for n in 0..40 {
        assert_eq!(even_count(n), naive_evens(n));
        assert_eq!(even_count_stepped(n).run(), naive_evens(n));
        assert_eq!(even_count_kept(n), naive_evens(n));
        assert_eq!(last_even(n), naive_last(n));
    }
}

schedule! {
    val ackermann(m: u64, n: u64) -> u64 {
        returns match (m, n) {
            (0, n) => n + 1,
            (m, 0) => ackermann(m - 1, 1),
            (m, n) => ackermann(m - 1, ackermann(m, n - 1)),
        }
    }
    val fib(n: u64) -> u64 { returns if n < 2 { n } else { fib(n - 1) + fib(n - 2) } }
    val collatz(n: u64, steps: u64) -> u64 {
        returns if n == 1 { steps } else if n % 2 == 0 { collatz(n / 2, steps + 1) } else { collatz(3 * n + 1, steps + 1) }
    }
    val hanoi(n: u32, from: u32, to: u32) -> u64 {
        via :- 6 - from - to;
        above :- hanoi(n - 1, from, via) if n > 0 else 0;
        returns if n == 0 { 0 } else { above * 3 + (from * 10 + to) as u64 + hanoi(n - 1, via, to) }
    }
    val mccarthy(n: u64) -> u64 { returns n - 10 if n > 100 else mccarthy(mccarthy(n + 11)) }
    fn ack(m: u64, n: u64) -> u64 impls ackermann { eval(m, n) }
    fn ack_kept(m: u64, n: u64) -> u64 impls ackermann { eval(m, n).memoize() }
    fn fibonacci(n: u64) -> u64 impls fib { eval(n) }
    fn fibonacci_kept(n: u64) -> u64 impls fib { eval(n).memoize() }
    fn fibonacci_stepped(n: u64) -> Steps<u64> impls fib { eval(n).stepped() }
    fn fibonacci_both(n: u64) -> Steps<u64> impls fib { eval(n).stepped().memoize() }
    fn length(n: u64, steps: u64) -> u64 impls collatz { eval(n, steps) }
    fn length_stepped(n: u64, steps: u64) -> Steps<u64> impls collatz { eval(n, steps).stepped() }
    fn moves(n: u32, from: u32, to: u32) -> u64 impls hanoi { eval(n, from, to) }
    fn moves_kept(n: u32, from: u32, to: u32) -> u64 impls hanoi { eval(n, from, to).memoize() }
    fn ninety_one(n: u64) -> u64 impls mccarthy { eval(n) }
}

fn naive_ackermann(m: u64, n: u64) -> u64 {
    match (m, n) {
        (0, n) => n + 1,
        (m, 0) => naive_ackermann(m - 1, 1),
        (m, n) => naive_ackermann(m - 1, naive_ackermann(m, n - 1)),
    }
}

fn naive_hanoi(n: u32, from: u32, to: u32) -> u64 {
    let via = 6 - from - to;
    if n == 0 {
        return 0;
    }
    naive_hanoi(n - 1, from, via) * 3 + u64::from(from * 10 + to) + naive_hanoi(n - 1, via, to)
}

#[test]
fn calls_stand_in_arguments_conditions_and_bindings() {
    for (m, n) in [(0, 3), (1, 4), (2, 3), (3, 3)] {
        assert_eq!(ack(m, n), naive_ackermann(m, n));
        assert_eq!(ack_kept(m, n), naive_ackermann(m, n));
    }
    assert_eq!(with_little_stack(|| ack(2, 2000)), 4003);
    for n in 0..12 {
        assert_eq!(moves(n, 1, 3), naive_hanoi(n, 1, 3));
        assert_eq!(moves_kept(n, 1, 3), naive_hanoi(n, 1, 3));
    }
    assert_eq!((ninety_one(17), ninety_one(101)), (91, 91));
    assert_eq!((length(27, 0), length_stepped(27, 0).run()), (111, 111));
}

#[test]
fn results_are_kept_if_asked_for() {
    assert_eq!(fibonacci(20), 6765);
    assert_eq!(fibonacci_kept(90), 2_880_067_194_370_816_120);
    assert_eq!(fibonacci_both(90).run(), 2_880_067_194_370_816_120);
    // Two calls for each number from 2 on, and the first one.
    let mut steps = fibonacci_both(90);
    assert_eq!((steps.step(178), steps.step(1)), (None, Some(2_880_067_194_370_816_120)));
}

#[test]
fn a_step_is_a_call() {
    let mut steps = fibonacci_stepped(5);
    // 15 calls in all
    let mut calls = 0;
    let value = loop {
        calls += 1;
        if let Some(value) = steps.step(1) {
            break value;
        }
        assert!(!steps.is_done());
    };
    assert_eq!((value, calls), (5, 15));
    assert!(steps.is_done());
    assert_eq!(steps.step(1), None);
    for budget in [1, 2, 3, 7, 14, 15, 100] {
        let mut steps = fibonacci_stepped(5);
        let turns = std::iter::repeat_with(|| steps.step(budget)).take_while(Option::is_none).count() + 1;
        assert_eq!(turns, 15_usize.div_ceil(budget));
    }
    let mut none = fibonacci_stepped(5);
    assert_eq!((none.step(0), none.is_done()), (None, false));
    let mut tail = length_stepped(27, 0);
    assert_eq!((tail.step(111), tail.step(1)), (None, Some(111)));
}

#[test]
fn steps_are_cancelled_and_gone_on_with() {
    let token = CancelToken::new();
    let mut endless = length_stepped(0, 0);
    let stop = token.clone();
    let waiting = thread::spawn(move || {
        thread::sleep(std::time::Duration::from_millis(20));
        stop.cancel();
    });
    assert_eq!(endless.run_until(&token), Err(Cancelled));
    waiting.join().expect("it slept");
    assert!(!endless.is_done());
    assert_eq!(endless.step(1000), None);

    let mut steps = fibonacci_stepped(15);
    assert_eq!(steps.step(100), None);
    assert_eq!(steps.run_until(&token), Err(Cancelled));
    assert_eq!(steps.run_until(&CancelToken::new()), Ok(610));
    // What waits for a value that never comes is dropped without recursion.
    with_little_stack(|| {
        let mut deep = sum_stepped(0, 1_000_000);
        assert_eq!(deep.step(900_000), None);
    });
}

/// A shape that only Rust knows.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
enum Peano {
    Zero,
    Next(Box<Peano>),
}

// `Frame` is a type of ours, too.
#[derive(Clone, PartialEq, Debug)]
struct Frame {
    low: u64,
    high: u64,
}

fn before(n: &Peano) -> Peano {
    match n {
        Peano::Zero => Peano::Zero,
        Peano::Next(n) => (**n).clone(),
    }
}

fn predecessor(n: Peano) -> Peano {
    before(&n)
}

fn is_zero(n: Peano) -> bool {
    n == Peano::Zero
}

fn half(n: u64) -> Option<u64> {
    if n < 2 { None } else { Some(n / 2) }
}

fn peano(n: u64) -> Peano {
    (0..n).fold(Peano::Zero, |n, _| Peano::Next(Box::new(n)))
}

schedule! {
    extern(cpu) pure predecessor(Peano) -> Peano;
    extern(cpu) pure is_zero(Peano) -> bool;
    extern(cpu) pure half(u64) -> Option<u64>;
    val count(n: Peano) -> u64 { returns if is_zero(n) { 0 } else { 1 + count(predecessor(n)) } }
    val bits(n: u64) -> u64 { returns match half(n) { Some(m) => bits(m) + m % 2 + 1, None => n } }
    val range(n: u64) -> Frame {
        returns if n == 0 {
            Frame { low: 0, high: 0 }
        } else {
            inner :- range(n - 1);
            Frame { low: inner.low, high: inner.high + n }
        }
    }
    val odds(n: u64) -> Option<u64> {
        returns if n == 0 { None } else { match odds(n - 1) { Some(sum) if n % 2 == 1 => Some(sum + n), None => Some(0), other => other } }
    }
    fn counted(n: Peano) -> u64 impls count { eval(n) }
    fn counted_once(n: Peano) -> u64 impls count { eval(n).memoize() }
    fn bit_count(n: u64) -> u64 impls bits { eval(n) }
    fn ranged(n: u64) -> Frame impls range { eval(n) }
    fn ranged_stepped(n: u64) -> Steps<Frame> impls range { eval(n).stepped() }
    fn summed(n: u64) -> Option<u64> impls odds { eval(n) }
}

#[test]
fn types_of_rust_wait_on_the_stack_too() {
    assert_eq!((counted(peano(9)), counted_once(peano(9))), (9, 9));
    fn naive_bits(n: u64) -> u64 {
        match half(n) {
            Some(m) => naive_bits(m) + m % 2 + 1,
            None => n,
        }
    }
    for n in [0, 1, 2, 6, 77, u64::MAX] {
        assert_eq!(bit_count(n), naive_bits(n));
    }
    assert_eq!(ranged(100), Frame { low: 0, high: 5050 });
    assert_eq!(with_little_stack(|| ranged_stepped(100_000).run().high), 5_000_050_000);
    assert_eq!((summed(0), summed(1), summed(6)), (None, Some(0), Some(8)));
}

schedule! {
    const STEP: f64 = 0.1;
    val series(x: f64, n: u32) -> f64 { returns if n == 0 { x } else { sin(x) * 0.3 - series(x + STEP, n - 1) / (x + 1.7) } }
    val blend(x: f64, y: f64, n: u32) -> f64 {
        a :- x * 0.7 + y;
        returns if n == 0 { a } else {
            (a * y + blend(y, a, n - 1)) * (blend(a, x, n - 1) - max(a, blend(x * 0.5, y, n - 1)) * cos(a)) / (1.0 + a * a)
        }
    }
    val choice(x: f64, n: u32) -> f64 {
        returns 1.0 + (if choice(x * 0.5, n - 1) > 0.7 { x } else { choice(x * 0.25, n - 1) * 2.0 } if n > 0 else x)
    }
    val power(x: f64, n: u32) -> f64 { returns if n == 0 { 1.0 } else if n % 2 == 0 { power(x, n / 2) * power(x, n / 2) } else { x * power(x, n - 1) } }
    fn series_of(x: f64, n: u32) -> f64 impls series { eval(x, n) }
    fn blend_of(x: f64, y: f64, n: u32) -> f64 impls blend { eval(x, y, n) }
    fn blend_stepped(x: f64, y: f64, n: u32) -> Steps<f64> impls blend { eval(x, y, n).stepped() }
    fn choice_of(x: f64, n: u32) -> f64 impls choice { eval(x, n) }
    fn power_of(x: f64, n: u32) -> f64 impls power { eval(x, n) }
    fn power_kept(x: f64, n: u32) -> f64 impls power { eval(x, n).memoize() }
}

fn naive_series(x: f64, n: u32) -> f64 {
    if n == 0 { x } else { x.sin() * 0.3 - naive_series(x + 0.1, n - 1) / (x + 1.7) }
}

fn naive_blend(x: f64, y: f64, n: u32) -> f64 {
    let a = x * 0.7 + y;
    if n == 0 {
        return a;
    }
    (a * y + naive_blend(y, a, n - 1))
        * (naive_blend(a, x, n - 1) - f64::max(a, naive_blend(x * 0.5, y, n - 1)) * a.cos())
        / (1.0 + a * a)
}

fn naive_choice(x: f64, n: u32) -> f64 {
    1.0 + if n > 0 {
        if naive_choice(x * 0.5, n - 1) > 0.7 { x } else { naive_choice(x * 0.25, n - 1) * 2.0 }
    } else {
        x
    }
}

#[test]
fn floats_are_bit_equal_to_recursion() {
    for x in [0.0, -0.0, 0.3, -1.25, 7.5, f64::INFINITY, f64::NAN, 1e-300] {
        for n in 0..7 {
            assert_eq!(series_of(x, n).to_bits(), naive_series(x, n).to_bits());
            let naive = naive_blend(x, 0.9, n).to_bits();
            assert_eq!((blend_of(x, 0.9, n).to_bits(), blend_stepped(x, 0.9, n).run().to_bits()), (naive, naive));
            assert_eq!(choice_of(x, n).to_bits(), naive_choice(x, n).to_bits());
        }
        for n in [0, 1, 2, 13, 64] {
            assert_eq!(power_of(x, n).to_bits(), power_kept(x, n).to_bits());
        }
    }
}

thread_local! {
    static SEEN: RefCell<Vec<u64>> = const { RefCell::new(Vec::new()) };
}

fn seen(n: u64) -> u64 {
    SEEN.with_borrow_mut(|all| all.push(n));
    n
}

schedule! {
    extern(cpu) pure seen(u64) -> u64;
    val order(n: u64) -> u64 {
        returns if n == 0 { seen(1000) } else { seen(10 * n + 1) + (order(n - 1) + seen(10 * n + 2)) * (seen(10 * n + 3) + order(seen(n - 1))) % seen(97) }
    }
    fn in_order(n: u64) -> u64 impls order { eval(n) }
}

fn naive_order(n: u64) -> u64 {
    if n == 0 {
        return seen(1000);
    }
    seen(10 * n + 1)
        + (naive_order(n - 1) + seen(10 * n + 2)) * (seen(10 * n + 3) + naive_order(seen(n - 1))) % seen(97)
}

#[test]
fn operands_are_computed_from_left_to_right_each_once() {
    let wanted = (naive_order(3), SEEN.take());
    assert_eq!((in_order(3), SEEN.take()), wanted);
}
