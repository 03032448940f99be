//! Columns beside what one would write without them: `cargo bench -p benches --bench columns`.
//!
//! * `add_*`: merging equal nodes while a batch grows; the items are nodes given. Beside standard maps and egg's e-graph.
//! * `fold_*`: one value a row, bottom-up; the items are rows. Beside the same loop by hand without checks, a tree of
//!   boxes, and egg's `RecExpr`.
//!
//! What the batches take is printed first. FPCore inputs are read from `../shared/fpcore`, where it is there.

mod input;

use divan::{Bencher, black_box, counter::ItemsCount};
use input::{Input, Math, MathLang};
use polarnet_columns::{Batch, Brand, Builder, Idx, Space};
use std::{collections::HashMap, hash::BuildHasher};

fn main() {
    memory();
    divan::main();
}

/// Bytes of a frozen batch beside those of its fields: an operator of 1 byte, children of 4, payloads of their size.
fn memory() {
    for input in Input::ALL {
        let (mut bytes, mut fields, mut rows) = (0, 0, 0);
        for nodes in input.nodes() {
            Brand::with(|guard| {
                let mut batch = Builder::<_, MathLang>::new(guard);
                add(&mut batch, &nodes);
                let batch = batch.freeze();
                bytes += batch.bytes();
                rows += batch.len();
                fields += batch.indices().map(|row| batch.node(row).bytes()).sum::<usize>();
            });
        }
        if rows > 0 {
            let (batch, of_fields) = (bytes as f64 / rows as f64, fields as f64 / rows as f64);
            println!(
                "{input}: {rows} rows of {batch:.2} bytes, {:.2} times their fields' {of_fields:.2}",
                batch / of_fields
            );
        }
    }
}

fn bench<R>(bencher: Bencher<'_, '_>, input: Input, mut build: impl FnMut(&[Math<u32>]) -> R) {
    let inputs = input.nodes();
    bencher
        .counter(ItemsCount::new(inputs.iter().map(Vec::len).sum::<usize>()))
        .bench_local(|| inputs.iter().for_each(|nodes| drop(black_box(build(black_box(nodes))))));
}

fn add<S: Space>(batch: &mut Builder<S, MathLang>, nodes: &[Math<u32>]) {
    let mut rows: Vec<Idx<S>> = Vec::with_capacity(nodes.len());
    for node in nodes {
        rows.push(batch.add(node.map(|child| rows[child as usize])));
    }
}

#[divan::bench(args = Input::ALL, sample_count = 5, sample_size = 1)]
fn add_columns(bencher: Bencher<'_, '_>, input: Input) {
    bench(bencher, input, |nodes| {
        Brand::with(|guard| {
            let mut batch = Builder::<_, MathLang>::new(guard);
            add(&mut batch, nodes);
            batch.len()
        })
    });
}

fn add_map<H: BuildHasher + Default>(nodes: &[Math<u32>]) -> usize {
    let mut map: HashMap<Math<u32>, u32, H> = HashMap::default();
    let mut rows: Vec<u32> = Vec::with_capacity(nodes.len());
    for node in nodes {
        let next = map.len() as u32;
        rows.push(*map.entry(node.map(|child| rows[child as usize])).or_insert(next));
    }
    map.len()
}

#[divan::bench(args = Input::ALL, sample_count = 5, sample_size = 1)]
fn add_std_map(bencher: Bencher<'_, '_>, input: Input) {
    bench(bencher, input, add_map::<std::hash::RandomState>);
}

#[divan::bench(args = Input::ALL, sample_count = 5, sample_size = 1)]
fn add_fx_map(bencher: Bencher<'_, '_>, input: Input) {
    bench(bencher, input, add_map::<rustc_hash::FxBuildHasher>);
}

#[divan::bench(args = Input::ALL, sample_count = 1, sample_size = 1)]
fn add_egg(bencher: Bencher<'_, '_>, input: Input) {
    bench(bencher, input, |nodes| {
        let mut graph = egg::EGraph::<input::Egg, ()>::default();
        let mut rows: Vec<egg::Id> = Vec::with_capacity(nodes.len());
        for node in nodes {
            rows.push(graph.add(node.map(|child| rows[child as usize]).egg()));
        }
        graph.total_size()
    });
}

/// The tree that is folded, of so many rows.
const ROWS: usize = 1 << 20;

#[divan::bench]
fn fold_columns(bencher: Bencher<'_, '_>) {
    fn fold<S: Space>(batch: &Batch<S, MathLang>) -> f64 {
        let values = batch.fold(|node: Math<&f64>| node.map(|&value| value).value());
        values.as_slice()[values.len() - 1]
    }
    let nodes = input::tree(ROWS);
    Brand::with(|guard| {
        let mut batch = Builder::<_, MathLang>::new(guard);
        let mut rows: Vec<Idx<_>> = Vec::with_capacity(ROWS);
        for node in &nodes {
            rows.push(batch.push(node.map(|child| rows[child as usize])));
        }
        let batch = batch.freeze();
        bencher.counter(ItemsCount::new(nodes.len())).bench_local(|| fold(black_box(&batch)));
    });
}

#[divan::bench]
fn fold_by_hand(bencher: Bencher<'_, '_>) {
    let nodes = input::tree(ROWS);
    bencher.counter(ItemsCount::new(nodes.len())).bench_local(|| {
        let nodes = black_box(&nodes);
        let mut values: Vec<f64> = Vec::with_capacity(nodes.len());
        let base = values.as_mut_ptr();
        for (row, node) in nodes.iter().enumerate() {
            // SAFETY: `tree` gives nodes whose children are before them; the row is below the capacity.
            unsafe {
                let value = node.map(|child| *base.add(child as usize)).value();
                base.add(row).write(value);
            }
        }
        // SAFETY: all were written.
        unsafe { values.set_len(nodes.len()) }
        values[nodes.len() - 1]
    });
}

#[divan::bench]
fn fold_boxes(bencher: Bencher<'_, '_>) {
    struct Tree(Math<Box<Tree>>);
    fn value(Tree(node): &Tree) -> f64 {
        node.as_ref().map(|child| value(child)).value()
    }
    let nodes = input::tree(ROWS);
    let mut trees: Vec<Option<Box<Tree>>> = Vec::with_capacity(nodes.len());
    for node in &nodes {
        let node = node.map(|child| trees[child as usize].take().expect("a tree's rows have one parent"));
        trees.push(Some(Box::new(Tree(node))));
    }
    let root = trees.pop().flatten().expect("the last row is the root");
    bencher.counter(ItemsCount::new(nodes.len())).bench_local(|| value(black_box(&root)));
}

#[divan::bench]
fn fold_egg(bencher: Bencher<'_, '_>) {
    let nodes = input::tree(ROWS);
    let rows = nodes.iter().map(|node| node.map(|child| egg::Id::from(child as usize)).egg());
    let expr: egg::RecExpr<input::Egg> = rows.collect::<Vec<_>>().into();
    bencher.counter(ItemsCount::new(nodes.len())).bench_local(|| {
        let mut values: Vec<f64> = Vec::with_capacity(expr.len());
        for node in black_box(&expr) {
            let value = Math::of_egg(node).map(|child| values[usize::from(child)]).value();
            values.push(value);
        }
        values[values.len() - 1]
    });
}
