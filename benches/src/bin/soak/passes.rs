//! Passes over columns on several threads, beside those on one; and rows that panic.

use crate::{Outcome, chance::Chance};
use polarnet::columns::{Batch, Builder, Idx, Node, Space, space};
use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::atomic::{AtomicI64, Ordering::Relaxed},
};

#[derive(Node, Clone, Copy)]
enum Sum<I> {
    Leaf(u64),
    Add(I, I),
    Scale(u64, I),
}

/// A random batch of `rows`; children are near, or anywhere.
fn batch<S: Space>(mut batch: Builder<S, SumLang>, chance: &mut Chance, rows: u64) -> Batch<S, SumLang> {
    let near = 1 + chance.below(rows);
    let mut made: Vec<Idx<S>> = Vec::new();
    for row in 0..rows {
        let child = |chance: &mut Chance| made[(row - 1 - chance.below(near.min(row))) as usize];
        let node = match chance.below(3) {
            0 if row > 0 => Sum::Add(child(chance), child(chance)),
            1 if row > 0 => Sum::Scale(chance.below(100), child(chance)),
            _ => Sum::Leaf(row),
        };
        made.push(batch.push(node));
    }
    batch.freeze()
}

fn value(node: Sum<&u64>) -> u64 {
    match node {
        Sum::Leaf(leaf) => leaf,
        Sum::Add(a, b) => a.wrapping_mul(31).wrapping_add(*b),
        Sum::Scale(by, a) => a.rotate_left(7).wrapping_mul(by),
    }
}

static HELD: AtomicI64 = AtomicI64::new(0);

/// A value that is counted.
struct Held(u64);

impl Held {
    fn new(value: u64) -> Self {
        HELD.fetch_add(1, Relaxed);
        Held(value)
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        HELD.fetch_sub(1, Relaxed);
    }
}

/// The same values on threads; or a panic in a row, after which no value is left.
pub fn round(chance: &mut Chance) -> Outcome {
    space!(Rows, guard);
    let rows = chance.digits(1, 16);
    let batch = batch(Builder::<Rows, SumLang>::new(guard), chance, rows);
    let levels = batch.levels();
    if chance.once_in(2) {
        let (one, several) = (batch.fold(value), batch.par_fold(&levels, value));
        let equal = batch.indices().all(|row| one[row] == several[row]);
        return if equal { Ok("equal") } else { Err(format!("values of {rows} rows differ")) };
    }
    let unlucky = chance.below(rows);
    let pass = AssertUnwindSafe(|| {
        let values = batch.par_fill_up(&levels, |row| {
            assert!(u64::from(row.idx().raw()) != unlucky, "unlucky");
            Held::new(1)
        });
        batch.indices().map(|row| values[row].0).sum::<u64>()
    });
    let caught = catch_unwind(pass);
    let held = HELD.load(Relaxed);
    match caught {
        Ok(sum) => Err(format!("no panic, but {sum}")),
        Err(_) if held != 0 => Err(format!("{held} values are left")),
        Err(_) => Ok("panic"),
    }
}
