//! Functions that panic, or leak, while a column is filled: nothing is dropped twice, nothing is read that is not there,
//! and what is left works.

mod after;
mod fills;

use polarnet_columns::{Batch, Builder, Node, Space};
use std::{
    cell::Cell,
    panic::{AssertUnwindSafe, catch_unwind, resume_unwind},
};

#[derive(Node, Clone, Copy, PartialEq, Debug)]
enum Math<I> {
    Num(i32),
    Add(I, I),
    Sum([I; 3]),
}

const ROWS: u32 = if cfg!(miri) { 6 } else { 10 };

fn batch<S: Space>(guard: polarnet_columns::Guard<S>) -> Batch<S, MathLang> {
    builder(guard).freeze()
}

fn builder<S: Space>(guard: polarnet_columns::Guard<S>) -> Builder<S, MathLang> {
    let mut builder = Builder::new(guard);
    let mut last = builder.push(Math::Num(1));
    for n in 1..ROWS {
        last = if n % 2 == 0 { builder.push(Math::Add(last, last)) } else { builder.push(Math::Sum([last; 3])) };
    }
    builder
}

/// A value that counts those alive.
struct Counted<'c>(&'c Cell<i32>, u32);

impl<'c> Counted<'c> {
    fn new(alive: &'c Cell<i32>, number: u32) -> Self {
        alive.set(alive.get() + 1);
        Counted(alive, number)
    }
}

impl Drop for Counted<'_> {
    fn drop(&mut self) {
        self.0.set(self.0.get() - 1);
    }
}

/// The clone of the fifth panics.
impl Clone for Counted<'_> {
    fn clone(&self) -> Self {
        if self.0.get() == 5 {
            unwind();
        }
        Counted::new(self.0, self.1)
    }
}

/// Panics without a message in the tests' output.
fn unwind() -> ! {
    resume_unwind(Box::new("on purpose"))
}

fn unwinds<R>(f: impl FnOnce() -> R) {
    assert!(catch_unwind(AssertUnwindSafe(f)).is_err());
}

/// Runs `f` for each row at which it could panic; nothing must be alive afterwards.
fn at_each_row(f: impl Fn(u32, &Cell<i32>)) {
    for at in 0..ROWS {
        let alive = Cell::new(0);
        f(at, &alive);
        assert_eq!(alive.get(), 0, "a panic at row {at}");
    }
}
