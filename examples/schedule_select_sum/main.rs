//! Four implementations of one `val`, of which none is the fastest always.
//!
//! `cargo run --release --example schedule_select_sum`
//!
//! `select_sum` wants a sum, and, if that is negative, a second one instead. The sums may be computed here or on a device; the second one when it
//! is known to be wanted, or at the same time as the first. What is fastest depends on how long the sums are, and on how often the first is
//! negative; so `explore` measures all four on two inputs. The winners are kept in a file, and the next run takes them from there:
//! `POLARNET_EXPLORE=winners.json cargo run …` says in which, and `… -- again` measures again. The device is one of threads that pretends to
//! have a GPU's costs.

mod sums;

use polarnet::explore::{self, Explorer, Origin};
use sums::{gpu, select};

/// The ends of two ranges: of `a..=b`, and of `b..=c`.
type Input = (i64, i64, i64);

/// So many inputs of two ranges of so many numbers each, of which the first is negative once in so many.
fn inputs(count: i64, length: i64, negative: i64) -> Vec<Input> {
    let one = |nth: i64| {
        let a = if nth % negative == 0 { -length - nth } else { nth };
        (a, a + length - 1, a + 2 * length - 2)
    };
    (0..count).map(one).collect()
}

/// By whichever of the four is chosen.
fn total(inputs: &[Input]) -> i64 {
    inputs.iter().map(|&(a, b, c)| select(gpu(), a, b, c)).sum()
}

fn main() -> Result<(), explore::Error> {
    let again = std::env::args().any(|arg| arg == "again");
    for (name, inputs) in [
        ("select_sum of short sums, one in ten negative", inputs(40, 1_000, 10)),
        ("select_sum of long sums, all negative", inputs(40, 2_000_000, 1)),
    ] {
        let explorer = Explorer::new(name).device(gpu());
        let explorer = if again { explorer.again() } else { explorer };
        let report = explorer.run(|| total(&inputs))?;
        println!("{report}");
        let kept = report.origin == Origin::Kept;
        println!(
            "{}\n",
            if kept { "An earlier run put it into the file." } else { "The next run takes it from the file." }
        );
        // What has to be fast calls it with these choices.
        assert_eq!(explore::with(&report.best, || total(&inputs)), total(&inputs));
    }
    Ok(())
}

#[cfg(test)]
mod tests;
