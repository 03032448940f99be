//! Merging equal nodes while a batch grows, beside standard maps and egg's e-graph: `cargo bench -p benches --bench columns`.
//! The items are nodes given.
//!
//! What the batches take is printed first. FPCore inputs are read from `../shared/fpcore`, where it is there.

mod input;

use divan::{Bencher, black_box, counter::ItemsCount};
use input::{Input, Math, MathLang};
use polarnet_columns::{Brand, Builder, Idx, Space};
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
