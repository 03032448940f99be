//! All four give the same, differ in what they copy and wait for, and are found by `explore` where they are the fastest.

use super::*;
use polarnet::{device::Counts, explore::Report};
use std::{
    fs,
    hint::black_box,
    path::PathBuf,
    sync::{Mutex, PoisonError},
    time::{Duration, Instant},
};

type Way = fn(i64, i64, i64) -> i64;

const WAYS: [(&str, Way); 4] = [
    ("local", sums::local),
    ("one_after_the_other", sums::one_after_the_other),
    ("both_there", |a, b, c| sums::both_there(gpu(), a, b, c)),
    ("one_there_one_here", |a, b, c| sums::one_there_one_here(gpu(), a, b, c)),
];

/// The device counts for all who use it, and who measures wants no company.
fn alone<T>(run: impl FnOnce() -> T) -> T {
    static ONE: Mutex<()> = Mutex::new(());
    let _guard = ONE.lock().unwrap_or_else(PoisonError::into_inner);
    run()
}

/// What a way does for all inputs.
fn measure(way: Way, inputs: &[Input]) -> (i64, Duration, Counts) {
    let (before, start) = (gpu().counts(), Instant::now());
    let sum = inputs.iter().map(|&(a, b, c)| way(a, b, c)).sum();
    (sum, start.elapsed(), gpu().counts() - before)
}

/// Which way is the fastest, without `explore`.
fn fastest(inputs: &[Input]) -> &'static str {
    let time = |way: Way| (0..3).map(|_| measure(way, inputs).1).min();
    let times = WAYS.map(|(name, way)| (time(way), name));
    times.into_iter().min().map_or("", |(_, name)| name)
}

/// So many numbers that their sum takes several launches here.
fn long() -> i64 {
    let takes = |length: i64| {
        let start = Instant::now();
        black_box(sums::sum_by_loop(1, black_box(length)));
        start.elapsed()
    };
    let takes = |length: i64| (0..3).map(|_| takes(length)).min();
    let lengths = (16..40).map(|log| 1 << log);
    lengths.into_iter().find(|&length| takes(length) > Some(4 * sums::LAUNCH)).unwrap_or(1 << 40)
}

struct File(PathBuf);

impl File {
    fn new(name: &str) -> File {
        let file = File(std::env::temp_dir().join(format!("polarnet-{name}-{}.json", std::process::id())));
        let _ = fs::remove_file(&file.0);
        file
    }
}

impl Drop for File {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
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
            assert_eq!(total(&inputs), wanted);
            for (name, way) in WAYS {
                assert_eq!(measure(way, &inputs).0, wanted, "{name}");
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
            let counts = measure(way, &inputs).2;
            (counts.to_device_bytes, counts.from_device_bytes, counts.launches, counts.synchronisations)
        });
        assert_eq!(done, [(0, 0, 0, 0), (240, 120, 15, 15), (320, 160, 20, 20), (160, 80, 10, 10)]);
    });
}

#[test]
fn explore_finds_the_fastest_for_each_input_and_keeps_it() {
    alone(|| {
        let file = File::new("select-sum");
        let winner = |report: &Report| report.best.iter().map(|choice| choice.member().to_owned()).collect::<Vec<_>>();
        let mut winners = Vec::new();
        for (name, inputs) in [("short", inputs(2, 20, 2)), ("long", inputs(2, long(), 1))] {
            let explorer = || Explorer::new(name).device(gpu()).file(&file.0);
            let report = explorer().run(|| total(&inputs)).unwrap();
            assert_eq!((report.origin, report.rows.len(), report.all), (Origin::New, 4, true), "{report}");
            assert_eq!(winner(&report), [fastest(&inputs)], "{report}");

            let mut runs = 0;
            let kept = explorer().run(|| (runs += 1, total(&inputs)).1).unwrap();
            assert_eq!((kept.origin, kept.runs, runs), (Origin::Kept, 1, 1), "{kept}");
            assert_eq!((&kept.best, winner(&kept)), (&report.best, winner(&report)));
            winners.extend(winner(&report));
        }
        assert_eq!(winners, ["local", "both_there"]);
    });
}

#[test]
fn the_table_has_times_bytes_and_synchronisations() {
    alone(|| {
        let file = File::new("select-sum-table");
        let inputs = inputs(2, 20, 2);
        let report = Explorer::new("table").device(gpu()).file(&file.0).rounds(1).run(|| total(&inputs)).unwrap();
        let text = report.to_string();
        let lines: Vec<Vec<&str>> = text.lines().map(|line| line.split_whitespace().collect()).collect();
        let head = ["time", "to", "device", "from", "device", "synchronisations", "1"];
        assert!(lines.iter().any(|line| line[..] == head), "{text}");
        // One of the two is negative.
        for (name, rest) in [
            ("local", ["0", "bytes", "0", "bytes", "0"]),
            ("one_after_the_other", ["48", "bytes", "24", "bytes", "3"]),
            ("both_there", ["64", "bytes", "32", "bytes", "4"]),
            ("one_there_one_here", ["32", "bytes", "16", "bytes", "2"]),
        ] {
            let row = lines.iter().find(|line| line.last() == Some(&name)).unwrap_or_else(|| panic!("{text}"));
            assert!(row[0].ends_with('s') && row[1..6] == rest, "{text}");
        }
    });
}
