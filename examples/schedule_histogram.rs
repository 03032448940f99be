//! How many values fall in each bin: values sent to a column, by one thread and by several.
//!
//! `cargo run --release --example schedule_histogram`
//!
//! A map that writes where its values say is a *scatter*. Several values may come to one row, so the val says how they are
//! joined, `join add`, and what a row keeps that none comes to, `default 0`. How threads share the column is no part of that
//! meaning, so it is a word of the order: each task has a copy of its own, `push(privatize)`, or all update the one column,
//! `push(atomic)`. Functional array languages call such a column an *accumulator*: it is written only, until all have.
//!
//! Integers may be added in any order. For floats the order shows in the last digits: `weights` is therefore added by one
//! thread, in the order of the rows; `weights_in_any_order` says `reassoc`, and only so may be pushed.

use polarnet::{
    columns::{Data, Rows, Space, space},
    schedule,
};
use std::time::Instant;

const BINS: usize = 12;
const SAMPLES: usize = 300_000;

schedule! {
    space samples;
    space bins;

    const LOW: f64 = -3.0;
    const WIDTH: f64 = 0.5;

    // What is below the first bin goes to it; numbers beyond the last one are ignored.
    val bin(x: f64) -> u32 { returns max(0.0, floor((x - LOW) / WIDTH)) as u32 }

    val count(x: f64) -> Data<bins, u32> default 0 join add { count[bin(x)] <- 1 }
    val largest(x: f64) -> Data<bins, f64> default f64::NEG_INFINITY join max { largest[bin(x)] <- x }
    val weight(x: f64) -> Data<bins, f64> default 0.0 join add { weight[bin(x)] <- x * x }
    val rough_weight(x: f64) -> Data<bins, f64> default 0.0 join add reassoc { rough_weight[bin(x)] <- x * x }

    fn counts(xs: &Data<samples, f64>, rows: Rows<bins>) -> Data<bins, u32> impls count { scatter(xs) }
    fn counts_with_copies(xs: &Data<samples, f64>, rows: Rows<bins>) -> Data<bins, u32> impls count {
        scatter(xs).push(privatize).parallel()
    }
    fn counts_with_atomics(xs: &Data<samples, f64>, rows: Rows<bins>) -> Data<bins, u32> impls count {
        scatter(xs).push(atomic).parallel()
    }

    fn largest_ones(xs: &Data<samples, f64>, rows: Rows<bins>) -> Data<bins, f64> impls largest { scatter(xs) }
    fn largest_ones_with_copies(xs: &Data<samples, f64>, rows: Rows<bins>) -> Data<bins, f64> impls largest {
        scatter(xs).push(privatize).parallel()
    }

    fn weights(xs: &Data<samples, f64>, rows: Rows<bins>) -> Data<bins, f64> impls weight { scatter(xs) }
    fn weights_in_any_order(xs: &Data<samples, f64>, rows: Rows<bins>) -> Data<bins, f64> impls rough_weight {
        scatter(xs).push(privatize).parallel()
    }
}

/// Sums of uniform numbers: nearly normal, and the same each time.
fn sample(count: usize) -> Vec<f64> {
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut uniform = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 11) as f64 / (1u64 << 53) as f64
    };
    (0..count).map(|_| (0..12).map(|_| uniform()).sum::<f64>() - 6.0).collect()
}

/// A way to count.
type Way<S, B> = fn(&Data<S, f64>, Rows<B>) -> Data<B, u32>;

fn ways<S: Space, B: Space>() -> [(&'static str, Way<S, B>); 3] {
    [("one thread", counts), ("a copy for each task", counts_with_copies), ("atomically", counts_with_atomics)]
}

fn main() {
    space!(Samples, guard);
    let xs = guard.column(sample(SAMPLES));
    space!(Bins, guard);
    let rows = guard.rows(BINS);

    let counts = counts(&xs, rows);
    let most = counts.iter().copied().max().unwrap_or(1).max(1);
    println!("{SAMPLES} samples");
    for (at, count) in counts.iter().enumerate() {
        let low = 0.5 * at as f64 - 3.0;
        println!(
            "{low:5.1} … {:4.1} {count:7} {}",
            low + 0.5,
            "#".repeat((*count as usize * 50).div_ceil(most as usize))
        );
    }
    for (name, way) in ways() {
        let start = Instant::now();
        let same = way(&xs, rows) == counts;
        println!(
            "{name:22} {:6.2} ms, {}",
            start.elapsed().as_secs_f64() * 1e3,
            if same { "the same" } else { "different!" }
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_counted_in_its_bin() {
        space!(Samples, guard);
        let xs = guard.column(vec![-9.0, -3.0, -2.5, 0.0, 0.1, 2.99, 3.0, f64::NAN]);
        space!(Bins, guard);
        let rows = guard.rows(BINS);
        // `NaN` is in the first bin, as `max(0, NaN)` is 0, and 3 in none.
        assert_eq!(counts(&xs, rows).as_slice(), [3, 1, 0, 0, 0, 0, 2, 0, 0, 0, 0, 1]);
    }

    #[test]
    fn all_ways_count_the_same() {
        let samples = sample(20_000);
        let mut by_hand = [0; BINS];
        for x in &samples {
            let at = ((x + 3.0) / 0.5).floor().max(0.0) as usize;
            if let Some(bin) = by_hand.get_mut(at) {
                *bin += 1;
            }
        }
        space!(Samples, guard);
        let xs = guard.column(samples);
        space!(Bins, guard);
        let rows = guard.rows(BINS);
        for (name, way) in ways() {
            assert_eq!(way(&xs, rows).as_slice(), by_hand, "{name}");
        }
        assert_eq!(largest_ones(&xs, rows), largest_ones_with_copies(&xs, rows));
    }

    #[test]
    fn floats_are_added_in_the_order_of_the_rows() {
        let samples = sample(20_000);
        let mut by_hand = [0.0; BINS];
        for x in &samples {
            let at = ((x + 3.0) / 0.5).floor().max(0.0) as usize;
            if let Some(bin) = by_hand.get_mut(at) {
                *bin += x * x;
            }
        }
        space!(Samples, guard);
        let xs = guard.column(samples);
        space!(Bins, guard);
        let rows = guard.rows(BINS);
        assert_eq!(weights(&xs, rows).as_slice(), by_hand, "to the last bit");
        let close =
            weights_in_any_order(&xs, rows).iter().zip(by_hand).all(|(a, b): (&f64, f64)| (a - b).abs() <= 1e-9 * b);
        assert!(close);
    }
}
