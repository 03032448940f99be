//! What an exploration found out.

use super::{Choices, candidate::Candidate};
use crate::device::Counts;
use core::time::Duration;
use std::path::PathBuf;

/// What an exploration found out. It is displayed as a table, the best combination first: of 16 combinations, and with `{:#}` of all.
///
/// ```
/// # use polarnet_runtime::explore::{self, Explorer, Site};
/// # static SITE: Site = Site::new("double", file!(), line!(), column!(), &["slow", "fast"]);
/// # let slow = |x: u32| { std::thread::sleep(core::time::Duration::from_millis(1)); x + x };
/// # let double = move |x| explore::at(&SITE, |member| if member == 0 { slow(x) } else { 2 * x });
/// # let file = std::env::temp_dir().join(format!("polarnet-report-{}.json", std::process::id()));
/// let report = Explorer::new("double").file(&file).run(|| double(21))?;
/// assert_eq!((report.rows.len(), report.all, report.stopped), (2, true, false));
/// assert!(report.to_string().starts_with("double: all combinations of 1 choice: 2 tried"));
/// # std::fs::remove_file(file).unwrap();
/// # Ok::<(), explore::Error>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Report {
    /// The name that it has in the file.
    pub name: String,
    /// The fastest combination.
    pub best: Choices,
    /// Where it comes from.
    pub origin: Origin,
    /// The combinations that were run, the best first. Those that were dropped early come last.
    pub rows: Vec<Row>,
    /// Whether all combinations that there are were run.
    pub all: bool,
    /// Whether there was not enough [time](super::Explorer::limit) to go on.
    pub stopped: bool,
    /// How many times the explored function was called.
    pub runs: usize,
    /// The machine, as it is in the file.
    pub machine: String,
    /// The file in which the winner is. It is not written where there is nothing to choose.
    pub file: PathBuf,
}

/// Where a winner comes from.
///
/// ```
/// use polarnet_runtime::explore::Origin;
/// # use polarnet_runtime::explore::{self, Explorer, Site};
/// # static SITE: Site = Site::new("double", file!(), line!(), column!(), &["slow", "fast"]);
/// # let slow = |x: u32| { std::thread::sleep(core::time::Duration::from_millis(1)); x + x };
/// # let double = move |x| explore::at(&SITE, |member| if member == 0 { slow(x) } else { 2 * x });
/// # let file = std::env::temp_dir().join(format!("polarnet-origin-{}.json", std::process::id()));
/// let explore = || Explorer::new("double").file(&file).run(|| double(21));
/// assert_eq!((explore()?.origin, explore()?.origin), (Origin::New, Origin::Kept));
/// # std::fs::remove_file(file).unwrap();
/// # Ok::<(), explore::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Origin {
    /// It was measured: there was none of this name on this machine.
    New,
    /// It was measured, as that was [asked for](super::Explorer::again); and one was there.
    Again,
    /// It was measured: the one in the file is of a program with other choices, or did not meet all of them.
    Changed,
    /// It was in the file.
    Kept,
}

/// A combination, and what it took.
///
/// ```
/// # use polarnet_runtime::explore::{self, Explorer, Site};
/// # static SITE: Site = Site::new("double", file!(), line!(), column!(), &["slow", "fast"]);
/// # let slow = |x: u32| { std::thread::sleep(core::time::Duration::from_millis(1)); x + x };
/// # let double = move |x| explore::at(&SITE, |member| if member == 0 { slow(x) } else { 2 * x });
/// # let file = std::env::temp_dir().join(format!("polarnet-row-{}.json", std::process::id()));
/// let report = Explorer::new("double").file(&file).run(|| double(21))?;
/// let [fast, slow] = &report.rows[..] else { panic!("two") };
/// assert!(fast.time < slow.time && slow.runs >= 1);
/// # std::fs::remove_file(file).unwrap();
/// # Ok::<(), explore::Error>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Row {
    /// The choices that it met.
    pub choices: Choices,
    /// The median of the times of its runs.
    pub time: Duration,
    /// How often it was measured.
    pub runs: usize,
    /// What the device did, in one run.
    pub counts: Counts,
    /// Whether it was dropped before the last round, as others were faster.
    pub dropped: bool,
}

impl Row {
    pub(super) fn new(candidate: &Candidate, dropped: bool) -> Row {
        Row {
            choices: candidate.choices.clone(),
            time: candidate.median(),
            runs: candidate.runs(),
            counts: candidate.counts,
            dropped,
        }
    }
}
