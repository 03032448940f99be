//! A combination, and what it took.

use super::Choices;
use crate::device::Counts;
use core::time::Duration;

/// A combination that was measured at least once.
pub struct Candidate {
    pub choices: Choices,
    /// Of the first run.
    pub counts: Counts,
    /// Sorted.
    times: Vec<Duration>,
}

impl Candidate {
    pub fn new(choices: Choices, counts: Counts, time: Duration) -> Candidate {
        Candidate { choices, counts, times: vec![time] }
    }

    pub fn add(&mut self, time: Duration) {
        let place = self.times.partition_point(|&t| t <= time);
        self.times.insert(place, time);
    }

    pub fn runs(&self) -> usize {
        self.times.len()
    }

    pub fn fastest(&self) -> Duration {
        self.times[0]
    }

    pub fn median(&self) -> Duration {
        median(&self.times)
    }

    /// The longest time that may be this one with bad luck. Of few runs nothing is known but that it may be twice as long.
    pub fn reach(&self) -> Duration {
        let median = self.median();
        if self.times.len() < 3 {
            return 2 * median;
        }
        let mut away: Vec<Duration> = self.times.iter().map(|t| t.abs_diff(median)).collect();
        away.sort_unstable();
        median + median / 50 + 3 * self::median(&away)
    }
}

/// Of a sorted list that is not empty.
fn median(times: &[Duration]) -> Duration {
    let middle = times.len() / 2;
    if times.len() % 2 == 1 { times[middle] } else { (times[middle - 1] + times[middle]) / 2 }
}
