//! Random batches, threads, and values that are counted.

mod live;
mod on;

pub use live::Live;
pub use on::on;
use polarnet_columns::{Batch, Builder, Child, Idx, List, Node, Space};
use proptest::prelude::*;

#[derive(Node, Clone, Copy, Debug)]
pub enum Real<'b, I: Child> {
    Num(f32),
    Div(I, I),
    Sum(List<'b, I>),
    Tri(u8, [I; 3]),
}

/// A row of a random batch: its operator, and what its children are found by.
pub type Spec = (u8, Vec<u32>);

pub fn build<S: Space>(mut batch: Builder<S, RealLang>, specs: &[Spec]) -> Batch<S, RealLang> {
    let mut rows: Vec<Idx<S>> = Vec::new();
    for (op, picks) in specs {
        let child = |at: usize| rows[rows.len() - 1 - picks[at] as usize % rows.len()];
        rows.push(match op {
            1 if !rows.is_empty() => batch.push(Real::Div(child(0), child(1))),
            2 if !rows.is_empty() => {
                let children: Vec<_> = (0..picks.len()).map(child).collect();
                batch.push(Real::Sum(List::new(&children)))
            }
            3 if !rows.is_empty() => batch.push(Real::Tri(picks[0] as u8, [child(0), child(1), child(0)])),
            _ => batch.push(Real::Num(picks[0] as f32 / 3.0)),
        });
    }
    batch.freeze()
}

/// Batches that are wide, and such that are deep.
pub fn specs() -> impl Strategy<Value = Vec<Spec>> {
    let most = if cfg!(miri) { 150 } else { 6000usize };
    (1..most, prop_oneof![Just(1u32), Just(30), Just(2000)], 1..5u8).prop_flat_map(|(rows, near, kinds)| {
        let picks = prop::collection::vec(any::<u32>().prop_map(move |pick| pick % near), 2..4);
        prop::collection::vec((0..kinds, picks), rows)
    })
}

/// How many rows a task takes. Levels that are not larger are done by one thread, and Miri's are small.
pub fn chunks() -> std::ops::Range<usize> {
    1..if cfg!(miri) { 12 } else { 300 }
}
