//! What a person asks for.

use super::{
    Choices, Error, Origin, Report, Row, Status,
    bench::Bench,
    machine::machine,
    search::{Search, Terms, Watch},
    store::{Store, usual_file},
};
use crate::device::Device;
use core::{fmt, time::Duration};
use std::{env, path::PathBuf, sync::LazyLock, time::Instant};

/// Finds the fastest combination of members for a program and its data, by measuring, and keeps it in a file.
///
/// All combinations are run once if they are not too many, and the fastest of them again and again, until few are left. If there
/// are too many, it begins at a few combinations, and lets one choice after the other take its best member. The results of all
/// runs are compared.
///
/// ```
/// # use polarnet_runtime::explore::{self, Explorer, Site};
/// # static SITE: Site = Site::new("double", file!(), line!(), column!(), &["slow", "fast"]);
/// # let slow = |x: u32| { std::thread::sleep(core::time::Duration::from_millis(1)); x + x };
/// # let double = move |x| explore::at(&SITE, |member| if member == 0 { slow(x) } else { 2 * x });
/// # let file = std::env::temp_dir().join(format!("polarnet-explorer-{}.json", std::process::id()));
/// let report = Explorer::new("double").file(&file).rounds(3).run(|| double(21))?;
/// assert_eq!(report.best.iter().next().unwrap().member(), "fast");
/// println!("{report}");
/// # std::fs::remove_file(file).unwrap();
/// # Ok::<(), explore::Error>(())
/// ```
#[must_use = "it explores when `run` is called"]
pub struct Explorer<'a> {
    name: String,
    file: Option<PathBuf>,
    rounds: usize,
    bound: usize,
    limit: Duration,
    device: &'a Device,
    again: bool,
    watch: Option<Watch<'a>>,
    clock: fn() -> Duration,
}

impl<'a> Explorer<'a> {
    /// An exploration that has this name in the file. What is the best depends on the data: give each kind of data its own name.
    ///
    /// ```
    /// # use polarnet_runtime::explore::{self, Explorer, Site};
    /// # static SITE: Site = Site::new("double", file!(), line!(), column!(), &["slow", "fast"]);
    /// # let slow = |x: u32| { std::thread::sleep(core::time::Duration::from_millis(1)); x + x };
    /// # let double = move |x| explore::at(&SITE, |member| if member == 0 { slow(x) } else { 2 * x });
    /// # let file = std::env::temp_dir().join(format!("polarnet-new-{}.json", std::process::id()));
    /// for size in [10, 1000] {
    ///     Explorer::new(format!("double {size}")).file(&file).run(|| double(size))?;
    /// }
    /// assert!(Explorer::new("double 10").file(&file).stored()?.is_some());
    /// assert!(Explorer::new("double 11").file(&file).stored()?.is_none());
    /// # std::fs::remove_file(file).unwrap();
    /// # Ok::<(), explore::Error>(())
    /// ```
    pub fn new(name: impl Into<String>) -> Self {
        Explorer {
            name: name.into(),
            file: None,
            rounds: 5,
            bound: 1024,
            limit: Duration::from_secs(60),
            device: Device::default_device(),
            again: false,
            watch: None,
            clock,
        }
    }

    /// Where winners are kept, of any names and machines. Unless told, that is the file that the environment variable
    /// `POLARNET_EXPLORE` names, or `polarnet/explore.json` in the user's directory of caches.
    ///
    /// ```
    /// # use polarnet_runtime::explore::{self, Explorer, Site};
    /// # static SITE: Site = Site::new("double", file!(), line!(), column!(), &["slow", "fast"]);
    /// # let slow = |x: u32| { std::thread::sleep(core::time::Duration::from_millis(1)); x + x };
    /// # let double = move |x| explore::at(&SITE, |member| if member == 0 { slow(x) } else { 2 * x });
    /// # let file = std::env::temp_dir().join(format!("polarnet-file-{}.json", std::process::id()));
    /// let report = Explorer::new("double").file(&file).run(|| double(21))?;
    /// assert_eq!(report.file, file);
    /// assert!(std::fs::read_to_string(&file).unwrap().contains("\"double\""));
    /// # std::fs::remove_file(file).unwrap();
    /// # Ok::<(), explore::Error>(())
    /// ```
    pub fn file(self, file: impl Into<PathBuf>) -> Self {
        Explorer { file: Some(file.into()), ..self }
    }

    /// How often the fastest combinations are run, at least once; 5 times unless told.
    ///
    /// ```
    /// # use polarnet_runtime::explore::{self, Explorer, Site};
    /// # static SITE: Site = Site::new("double", file!(), line!(), column!(), &["slow", "fast"]);
    /// # let slow = |x: u32| { std::thread::sleep(core::time::Duration::from_millis(1)); x + x };
    /// # let double = move |x| explore::at(&SITE, |member| if member == 0 { slow(x) } else { 2 * x });
    /// # let file = std::env::temp_dir().join(format!("polarnet-rounds-{}.json", std::process::id()));
    /// let report = Explorer::new("double").file(&file).rounds(3).run(|| double(21))?;
    /// assert!(report.rows.iter().all(|row| row.runs <= 3));
    /// # std::fs::remove_file(file).unwrap();
    /// # Ok::<(), explore::Error>(())
    /// ```
    pub fn rounds(self, rounds: usize) -> Self {
        Explorer { rounds: rounds.max(1), ..self }
    }

    /// All combinations are tried if there are at most so many; 1024 unless told. Otherwise about so many of them are.
    ///
    /// ```
    /// # use polarnet_runtime::explore::{self, Explorer, Site};
    /// # static SITE: Site = Site::new("double", file!(), line!(), column!(), &["slow", "fast"]);
    /// # let slow = |x: u32| { std::thread::sleep(core::time::Duration::from_millis(1)); x + x };
    /// # let double = move |x| explore::at(&SITE, |member| if member == 0 { slow(x) } else { 2 * x });
    /// # let file = std::env::temp_dir().join(format!("polarnet-bound-{}.json", std::process::id()));
    /// let report = Explorer::new("double").file(&file).bound(1).run(|| double(21))?;
    /// assert!(!report.rows.is_empty()); // of two combinations, as there were more than 1
    /// # std::fs::remove_file(file).unwrap();
    /// # Ok::<(), explore::Error>(())
    /// ```
    pub fn bound(self, bound: usize) -> Self {
        Explorer { bound: bound.max(1), ..self }
    }

    /// How long to explore; one minute unless told. Then the best until now is the winner. A run that has begun goes on to its end.
    ///
    /// ```
    /// use core::time::Duration;
    /// # use polarnet_runtime::explore::{self, Explorer, Site};
    /// # static SITE: Site = Site::new("double", file!(), line!(), column!(), &["slow", "fast"]);
    /// # let slow = |x: u32| { std::thread::sleep(core::time::Duration::from_millis(1)); x + x };
    /// # let double = move |x| explore::at(&SITE, |member| if member == 0 { slow(x) } else { 2 * x });
    /// # let file = std::env::temp_dir().join(format!("polarnet-limit-{}.json", std::process::id()));
    /// let report = Explorer::new("double").file(&file).limit(Duration::ZERO).run(|| double(21))?;
    /// assert!(report.stopped);
    /// # std::fs::remove_file(file).unwrap();
    /// # Ok::<(), explore::Error>(())
    /// ```
    pub fn limit(self, limit: Duration) -> Self {
        Explorer { limit, ..self }
    }

    /// Whose copies and synchronisations are counted: the [default device](Device::default_device) unless told.
    ///
    /// ```
    /// # use polarnet_runtime::{device::Device, explore::{self, Explorer, Site}};
    /// # static SITE: Site = Site::new("copy", file!(), line!(), column!(), &["once", "twice"]);
    /// # let file = std::env::temp_dir().join(format!("polarnet-device-{}.json", std::process::id()));
    /// let gpu = Device::threads();
    /// let copies = || explore::at(&SITE, |member| gpu.scope(|queue| {
    ///     let mut encoder = queue.encode();
    ///     (0..=member).for_each(|_| drop(encoder.copy(7_u32)));
    ///     encoder.submit().wait();
    /// }));
    /// let report = Explorer::new("copy").file(&file).device(&gpu).run(copies)?;
    /// let mut bytes: Vec<u64> = report.rows.iter().map(|row| row.counts.to_device_bytes).collect();
    /// bytes.sort();
    /// assert_eq!(bytes, [4, 8]);
    /// # std::fs::remove_file(file).unwrap();
    /// # Ok::<(), explore::Error>(())
    /// ```
    pub fn device(self, device: &'a Device) -> Self {
        Explorer { device, ..self }
    }

    /// Measures even if there is a winner in the file, and replaces it.
    ///
    /// ```
    /// use polarnet_runtime::explore::Origin;
    /// # use polarnet_runtime::explore::{self, Explorer, Site};
    /// # static SITE: Site = Site::new("double", file!(), line!(), column!(), &["slow", "fast"]);
    /// # let slow = |x: u32| { std::thread::sleep(core::time::Duration::from_millis(1)); x + x };
    /// # let double = move |x| explore::at(&SITE, |member| if member == 0 { slow(x) } else { 2 * x });
    /// # let file = std::env::temp_dir().join(format!("polarnet-again-{}.json", std::process::id()));
    /// let explore = || Explorer::new("double").file(&file);
    /// assert_eq!(explore().run(|| double(21))?.origin, Origin::New);
    /// assert_eq!(explore().run(|| double(21))?.origin, Origin::Kept);
    /// assert_eq!(explore().again().run(|| double(21))?.origin, Origin::Again);
    /// # std::fs::remove_file(file).unwrap();
    /// # Ok::<(), explore::Error>(())
    /// ```
    pub fn again(self) -> Self {
        Explorer { again: true, ..self }
    }

    /// Calls `watch` after each run, with how far it is.
    ///
    /// ```
    /// # use polarnet_runtime::explore::Explorer;
    /// let explorer = Explorer::new("select_sum").watch(|status| eprint!("\r{} combinations, {} runs", status.tried, status.runs));
    /// ```
    pub fn watch(self, watch: impl FnMut(&Status) + 'a) -> Self {
        Explorer { watch: Some(Box::new(watch)), ..self }
    }

    #[cfg(test)]
    pub(super) fn clock(self, clock: fn() -> Duration) -> Self {
        Explorer { clock, ..self }
    }

    /// The winner in the file, if there is one of this name on this machine. It may be of an older program.
    ///
    /// ```
    /// # use polarnet_runtime::explore::{self, Explorer, Site};
    /// # static SITE: Site = Site::new("double", file!(), line!(), column!(), &["slow", "fast"]);
    /// # let slow = |x: u32| { std::thread::sleep(core::time::Duration::from_millis(1)); x + x };
    /// # let double = move |x| explore::at(&SITE, |member| if member == 0 { slow(x) } else { 2 * x });
    /// # let file = std::env::temp_dir().join(format!("polarnet-stored-{}.json", std::process::id()));
    /// let explorer = || Explorer::new("double").file(&file);
    /// assert_eq!(explorer().stored()?, None);
    /// let report = explorer().run(|| double(21))?;
    /// assert_eq!(explorer().stored()?, Some(report.best));
    /// # std::fs::remove_file(file).unwrap();
    /// # Ok::<(), explore::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// When there is no place for the file, or it cannot be read, or is not one of winners.
    pub fn stored(&self) -> Result<Option<Choices>, Error> {
        self.store()?.read(&self.name, machine())
    }

    /// Finds the fastest combination of what `f` calls, unless it is in the file. `f` is called many times, on this thread, and is to do
    /// the same each time. What takes less than some microseconds is to be repeated in it, or the clock's own time is measured.
    ///
    /// ```
    /// # use polarnet_runtime::explore::{self, Explorer, Site};
    /// # static SITE: Site = Site::new("double", file!(), line!(), column!(), &["slow", "fast"]);
    /// # let slow = |x: u32| { std::thread::sleep(core::time::Duration::from_millis(1)); x + x };
    /// # let double = move |x| explore::at(&SITE, |member| if member == 0 { slow(x) } else { 2 * x });
    /// # let file = std::env::temp_dir().join(format!("polarnet-run-{}.json", std::process::id()));
    /// let report = Explorer::new("double").file(&file).run(|| double(21))?;
    /// assert_eq!((report.best.iter().next().unwrap().member(), report.all), ("fast", true));
    /// # std::fs::remove_file(file).unwrap();
    /// # Ok::<(), explore::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// When results are not equal; and when the winner can be neither read nor kept. A file that is not one of winners is an
    /// error before anything is measured, and is not changed.
    ///
    /// # Panics
    ///
    /// When `f` does.
    pub fn run<R: PartialEq>(self, f: impl FnMut() -> R) -> Result<Report, Error> {
        self.run_by(R::eq, f)
    }

    /// As [`run`](Self::run), for results that are the same when `same` says so: floats, for example, that were added in another order.
    ///
    /// ```
    /// # use polarnet_runtime::explore::{self, Explorer, Site};
    /// # let file = std::env::temp_dir().join(format!("polarnet-run-by-{}.json", std::process::id()));
    /// # let sum = || 1.5_f64;
    /// let report = Explorer::new("sum").file(&file).run_by(|a: &f64, b| (a - b).abs() < 1e-9, || sum())?;
    /// # Ok::<(), explore::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As [`run`](Self::run).
    ///
    /// # Panics
    ///
    /// When one of the functions does.
    pub fn run_by<R>(self, same: impl FnMut(&R, &R) -> bool, f: impl FnMut() -> R) -> Result<Report, Error> {
        let store = self.store()?;
        let until = (self.clock)().saturating_add(self.limit);
        let mut bench = Bench::new(self.device, self.clock, f, same);
        let mut report = Report {
            name: self.name,
            best: Choices::default(),
            origin: Origin::New,
            rows: Vec::new(),
            all: false,
            stopped: false,
            runs: 0,
            machine: machine().to_owned(),
            file: store.file.clone(),
        };

        if let Some(kept) = store.read(&report.name, &report.machine)? {
            report.origin = Origin::Again;
            if !self.again {
                let run = bench.run(kept.picks())?;
                if run.choices.iter().all(|choice| kept.has(choice.point())) {
                    let row = Row { choices: run.choices, time: run.time, runs: 1, counts: run.counts, dropped: false };
                    return Ok(Report { best: kept, origin: Origin::Kept, rows: vec![row], runs: 1, ..report });
                }
                report.origin = Origin::Changed;
            }
        }

        let terms = Terms { rounds: self.rounds, bound: self.bound, until };
        let mut search = Search::new(bench, terms, self.watch);
        let found = search.search()?;
        let mut dropped: Vec<usize> = (0..search.candidates.len()).filter(|id| !found.left.contains(id)).collect();
        dropped.sort_by_key(|&id| search.candidates[id].median());
        let rows = found.left.iter().map(|&id| (id, false)).chain(dropped.iter().map(|&id| (id, true)));
        report.rows = rows.map(|(id, dropped)| Row::new(&search.candidates[id], dropped)).collect();
        (report.all, report.stopped, report.runs) = (found.all, search.stopped, search.bench.runs);
        let Some(best) = report.rows.first() else { return Ok(report) };
        report.best = best.choices.clone();
        if report.best.is_empty() {
            return Ok(report);
        }
        match store.keep(&report.name, &report.machine, &report.best, best.time) {
            Ok(()) => Ok(report),
            Err(source) => Err(Error::NotKept { report: Box::new(report), source: Box::new(source) }),
        }
    }

    fn store(&self) -> Result<Store, Error> {
        let file = self.file.clone().or_else(|| usual_file(|key| env::var_os(key))).ok_or(Error::NoPlace)?;
        Ok(Store { file })
    }
}

impl fmt::Debug for Explorer<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Explorer").field("name", &self.name).field("file", &self.file).finish_non_exhaustive()
    }
}

/// The time since it was asked for first.
fn clock() -> Duration {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    START.elapsed()
}
