//! Four implementations of one `val`, of which none is the fastest always.
//!
//! `cargo run --release --example schedule_select_sum`
//!
//! `select_sum` wants a sum, and, if that is negative, a second one instead. The sums may be computed here or on a device; the second one when it
//! is known to be wanted, or at the same time as the first. What is fastest depends on how long the sums are, and on how often the first is
//! negative; so all four are measured on two inputs. The device is one of threads that pretends to have a GPU's costs.

mod sums;

use polarnet::device::Counts;
use std::time::{Duration, Instant};
use sums::gpu;

/// The ends of two ranges: of `a..=b`, and of `b..=c`.
type Input = (i64, i64, i64);

type Way = fn(i64, i64, i64) -> i64;

const WAYS: [(&str, Way); 4] = [
    ("here", sums::local),
    ("there, one after the other", sums::one_after_the_other),
    ("there, both at once", sums::both_there),
    ("one there, one here", sums::one_there_one_here),
];

/// So many inputs of two ranges of so many numbers each, of which the first is negative once in so many.
fn inputs(count: i64, length: i64, negative: i64) -> Vec<Input> {
    let one = |nth: i64| {
        let a = if nth % negative == 0 { -length - nth } else { nth };
        (a, a + length - 1, a + 2 * length - 2)
    };
    (0..count).map(one).collect()
}

/// What a way does for all inputs.
struct Measured {
    sum: i64,
    time: Duration,
    counts: Counts,
}

fn measure(way: Way, inputs: &[Input]) -> Measured {
    let (before, start) = (gpu().counts(), Instant::now());
    let sum = inputs.iter().map(|&(a, b, c)| way(a, b, c)).sum();
    Measured { sum, time: start.elapsed(), counts: gpu().counts() - before }
}

fn main() {
    for (name, inputs) in [
        ("short sums, of which one in ten is negative", inputs(40, 1_000, 10)),
        ("long sums, all negative", inputs(40, 400_000, 1)),
    ] {
        println!("{name}");
        for (way, run) in WAYS {
            let Measured { sum, time, counts } = measure(run, &inputs);
            assert_eq!(sum, measure(WAYS[0].1, &inputs).sum, "all compute the same");
            let bytes = counts.to_device_bytes + counts.from_device_bytes;
            println!(
                "  {way:27} {:8.2} ms, {bytes:5} bytes, {:3} synchronisations",
                time.as_secs_f64() * 1e3,
                counts.synchronisations
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::{Mutex, PoisonError};

    /// The device counts for all who use it.
    fn alone<T>(run: impl FnOnce() -> T) -> T {
        static ONE: Mutex<()> = Mutex::new(());
        let _guard = ONE.lock().unwrap_or_else(PoisonError::into_inner);
        run()
    }

    #[test]
    fn all_ways_give_the_same() {
        alone(|| {
            let by_hand = |&(a, b, c): &Input| match (a..=b).sum::<i64>() {
                negative if negative < 0 => (b..=c).sum(),
                sum => sum,
            };
            for inputs in [inputs(6, 20, 2), inputs(3, 1, 1), vec![(3, 2, 1), (-1, -2, 5)]] {
                let wanted: i64 = inputs.iter().map(by_hand).sum();
                for (name, way) in WAYS {
                    assert_eq!(measure(way, &inputs).sum, wanted, "{name}");
                }
            }
        });
    }

    #[test]
    fn they_differ_in_what_they_copy_and_wait_for() {
        alone(|| {
            // Of ten, five are negative. A sum is two numbers there, and one back.
            let inputs = inputs(10, 20, 2);
            let done = WAYS.map(|(_, way)| {
                let counts = measure(way, &inputs).counts;
                (counts.to_device_bytes, counts.from_device_bytes, counts.launches, counts.synchronisations)
            });
            assert_eq!(done, [(0, 0, 0, 0), (240, 120, 15, 15), (320, 160, 20, 20), (160, 80, 10, 10)]);
        });
    }
}
