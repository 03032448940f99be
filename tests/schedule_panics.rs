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

fn of_node(node: Math<u32>, levels: bool) -> u32 {
    line_of(panic::AssertUnwindSafe(|| {
        space!(Space, guard);
        let mut batch = Builder::new(guard);
        let rows = [batch.add(Math::Num(0)), batch.add(Math::Num(u32::MAX))];
        batch.add_with(node, |at| rows[at as usize]);
        let batch = batch.freeze();
        let _ = if levels { by_levels(&batch) } else { values(&batch) };
    }))
}

#[test]
fn an_overflow_is_at_its_operator() {
    panic::set_hook(Box::new(|info| *LINE.lock().unwrap() = info.location().unwrap().line()));
    let by_zero = [false, true].map(|levels| of_node(Math::Div(1, 0), levels));
    let function = line_of(|| assert_eq!(divided(1, 0), 0));
    // Optimised, sums go round.
    let sums = if cfg!(debug_assertions) { vec![Math::Add(1, 1), Math::Twice(1)] } else { Vec::new() };
    let sums: Vec<_> = sums.into_iter().map(|node| [false, true].map(|levels| of_node(node, levels))).collect();
    let _ = panic::take_hook();
    assert_eq!((by_zero, function), ([8, 8], 15));
    assert_eq!(sums, [[7, 7], [9, 9]][..sums.len()]);
}
