//! What panics in a val is said to stand where its operator does, not at the head of the block.

use polarnet::{
    columns::{Builder, Node, space},
    schedule,
};
use std::{
    panic::{self, catch_unwind},
    sync::Mutex,
};

#[derive(Node, Clone, Copy, Debug, PartialEq)]
enum Math<I> {
    Num(u32),
    Add(I, I),
    Div(I, I),
    Twice(I),
}

const FIRST: u32 = line!();
schedule! {
    space expr: Batch<Math>;

    val value(n: Math) -> u32 {
        returns match n {
            Num(a) => a,
            Add(a, b) => value[a] + value[b],
            Div(a, b) => value[a] / value[b],
            Twice(a) => (value[a] + 1) * 2,
        }
    }
    val low(n: Math) -> i32 {
        returns match n {
            Num(a) => a as i32,
            Add(a, b) => add(low[a], low[b]),
            Div(a, b) => abs(low[a]) - low[b],
            Twice(a) => -low[a],
        }
    }
    fn lows(b: &Batch<expr>) -> Data<expr, i32> impls low { bottom_up(b) }
    fn values(b: &Batch<expr>) -> Data<expr, u32> impls value { bottom_up(b) }
    fn by_levels(b: &Batch<expr>) -> Data<expr, u32> impls value { bottom_up(b).wavefront() }

    val quotient(a: u32, b: u32) -> u32 { returns a / b }
    fn divided(a: u32, b: u32) -> u32 impls quotient { eval(a, b) }
}

static LINE: Mutex<u32> = Mutex::new(0);

fn line_of(f: impl FnOnce() + panic::UnwindSafe) -> u32 {
    assert!(catch_unwind(f).is_err());
    *LINE.lock().unwrap() - FIRST
}

/// The pass that computes it.
#[derive(Clone, Copy)]
enum Pass {
    Values,
    ByLevels,
    Lows,
}

/// Of a node whose children are 0, the largest number, and `i32::MIN` where numbers have signs.
fn of_node(node: Math<u32>, pass: Pass) -> u32 {
    line_of(panic::AssertUnwindSafe(|| {
        space!(Space, guard);
        let mut batch = Builder::new(guard);
        let rows = [0, u32::MAX, 1 << 31].map(|n| batch.add(Math::Num(n)));
        batch.add_with(node, |at| rows[at as usize]);
        let batch = batch.freeze();
        match pass {
            Pass::Values => drop(values(&batch)),
            Pass::ByLevels => drop(by_levels(&batch)),
            Pass::Lows => drop(lows(&batch)),
        }
    }))
}

#[test]
fn an_overflow_is_at_its_operator() {
    use {Math::*, Pass::*};
    panic::set_hook(Box::new(|info| *LINE.lock().unwrap() = info.location().unwrap().line()));
    let by_zero = [Values, ByLevels].map(|pass| of_node(Div(1, 0), pass));
    let function = line_of(|| assert_eq!(divided(1, 0), 0));
    // Optimised, sums go round.
    let wrong = [
        (Add(1, 1), Values, 7),
        (Add(1, 1), ByLevels, 7),
        (Twice(1), Values, 9),
        (Twice(1), ByLevels, 9),
        (Add(2, 2), Lows, 15),
        (Div(1, 2), Lows, 16),
        (Twice(2), Lows, 17),
    ];
    let checked = wrong.into_iter().filter(|_| cfg!(debug_assertions));
    let lines: Vec<_> = checked.map(|(node, pass, line)| (of_node(node, pass), line)).collect();
    let _ = panic::take_hook();
    assert_eq!((by_zero, function), ([8, 8], 24));
    for (found, line) in lines {
        assert_eq!(found, line);
    }
}
