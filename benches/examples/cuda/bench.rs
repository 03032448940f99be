//! Workloads on the device and on the CPU, in turn.

use super::{
    There, books,
    books::Job,
    options::Options,
    record::{about, append, place},
};
use polarnet::{EngineKind, Kernel, Runtime};
use std::{
    fmt::Write as _,
    num::NonZeroUsize,
    time::{Duration, Instant},
};

const HEADER: &str = "workload,size,interactions,engine,threads,seconds_median,runs,mips,ratio";
const WHAT: &str = "From the call to the checked result, with what is copied to and fro; medians of runs in turn after one to warm up. \
     Ratio: seconds over those of cuda.";

/// What reduces, and how long its runs took.
struct Engine {
    name: &'static str,
    runtime: Runtime,
    on_device: bool,
    /// Seconds; the first is of the run that warms up.
    times: Vec<f64>,
    threads: usize,
    interactions: u64,
    /// Why its kernel is not the book's own, on a device.
    kernel: Option<String>,
    /// Why it did not end, or gave something else; and was that before its time was up?
    failed: Option<(String, bool)>,
}

impl Engine {
    fn new(name: &'static str, runtime: Runtime) -> Self {
        let on_device = runtime.cuda_device().is_some();
        Engine { name, runtime, on_device, times: Vec::new(), threads: 0, interactions: 0, kernel: None, failed: None }
    }

    /// One run, which ends before `until`.
    fn run(&mut self, job: &Job, until: Instant) {
        let left = until.saturating_duration_since(Instant::now()).max(Duration::from_secs(1));
        let begin = Instant::now();
        match (job.run)(&self.runtime.clone().timeout(left), job.size) {
            Ok(done) => {
                self.times.push(begin.elapsed().as_secs_f64());
                (self.threads, self.interactions) = (done.stats.threads, done.stats.interactions());
                if let Some(Kernel::Interpreted { why: Some(why), .. }) = &done.stats.kernel {
                    self.kernel = Some(format!("interpreted: {why}"));
                }
            }
            Err(why) => self.failed = Some((why, begin.elapsed() < left)),
        }
    }

    /// Those that count: all but the first, where there are more.
    fn counted(&self) -> &[f64] {
        self.times.get(1..).filter(|more| !more.is_empty()).unwrap_or(&self.times)
    }

    fn median(&self) -> Option<f64> {
        let mut times = self.counted().to_vec();
        times.sort_by(f64::total_cmp);
        let (low, high) = (times.len().checked_sub(1)? / 2, times.len() / 2);
        Some((times[low] + times[high]) / 2.0)
    }

    fn mips(&self) -> Option<f64> {
        Some(self.interactions as f64 / self.median()? / 1e6)
    }

    fn cell(&self) -> String {
        match (self.median(), self.mips()) {
            (Some(seconds), Some(mips)) => format!("{seconds:>10.6} {mips:>9.2}"),
            _ => format!("{:>10} {:>9}", "-", "-"),
        }
    }
}

/// The device first, then the CPU.
fn engines(there: &There) -> Vec<Engine> {
    let all = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
    let cpu = |kind, threads| Runtime::new().engine(kind).threads(threads);
    vec![
        Engine::new("cuda", there.runtime()),
        Engine::new("cuda bag", there.runtime().engine(EngineKind::Bag)),
        Engine::new("bag", cpu(EngineKind::Bag, 1)),
        Engine::new("bag", cpu(EngineKind::Bag, all)),
        Engine::new("compiled", cpu(EngineKind::Compiled, all)),
    ]
}

/// Times all workloads. Did the device do each of them, and right?
pub fn measure(options: &Options, there: &There) -> bool {
    let until = Instant::now() + options.time;
    let mut jobs = books::jobs(options.small);
    if !options.sizes.is_empty() {
        jobs.retain_mut(|job| match options.sizes.iter().find(|(name, _)| name == job.name) {
            Some(&(_, size)) => (job.size = size, true).1,
            None => false,
        });
        if jobs.len() < options.sizes.len() {
            eprintln!("error: some of these workloads there are not");
            return false;
        }
    }
    let about = about(options, there, WHAT);
    about.iter().for_each(|line| there.line(line));
    there.line(&format!(
        "{:<18}{:>8}{:>14}{:>21}{:>21}{:>21}{:>21}{:>21}{:>9}{:>9}",
        "seconds, MIPS",
        "size",
        "interactions",
        "cuda",
        "cuda, interpreted",
        "bag 1 thread",
        "bag all threads",
        "compiled all threads",
        "/ bag 1",
        "/ best"
    ));
    let (mut right, mut record) = (true, String::new());
    let count = jobs.len();
    for (at, job) in jobs.into_iter().enumerate() {
        let budget = until.saturating_duration_since(Instant::now()) / (count - at) as u32;
        let mut engines = engines(there);
        time(&job, &mut engines, options.runs.unwrap_or(5), budget, until);
        right &= tell(&job, &engines, there);
        rows(&job, &engines, options, there, &mut record);
        if there.is_lost() {
            there.line("WRONG: the device is lost, so what is left was not run");
            right = false;
            break;
        }
    }
    right &= append(options, there, HEADER, &about, &record);
    right
}

/// How long the first run of a book may take, at least: its kernel is compiled there.
const FIRST: Duration = Duration::from_secs(20);

/// Runs in turn, so that what else the machine does is the same for all. Who is slow has one run, or two: of a device, the first one says nothing.
fn time(job: &Job, engines: &mut [Engine], runs: usize, budget: Duration, end: Instant) {
    for engine in &mut *engines {
        engine.run(job, (Instant::now() + budget.max(FIRST)).min(end));
    }
    let until = (Instant::now() + budget).min(end);
    for _ in 0..runs {
        for engine in &mut *engines {
            let first = if engine.on_device { engine.times.get(1) } else { engine.times.first() };
            let slow = first.is_some_and(|&first| first * 16.0 > budget.as_secs_f64());
            if engine.failed.is_none() && !slow && Instant::now() < until {
                engine.run(job, until);
            }
        }
    }
}

/// A line of the table. Is the device right?
fn tell(job: &Job, engines: &[Engine], there: &There) -> bool {
    let (gpus, cpus) = engines.split_at(2);
    let gpu = &gpus[0];
    let seconds = gpu.median();
    let ratio = |of: Option<f64>| match (of, seconds) {
        (Some(cpu), Some(seconds)) => format!("{:.3}", cpu / seconds),
        _ => "-".into(),
    };
    let best = cpus.iter().filter_map(Engine::median).min_by(f64::total_cmp);
    let mut line = format!("{:<18}{:>8}{:>14}", job.name, job.size, gpu.interactions);
    for engine in engines {
        let _ = write!(line, " {}", engine.cell());
    }
    let _ = write!(line, "{:>9}{:>9}", ratio(cpus[0].median()), ratio(best));
    there.line(&line);

    // Only the CPU may have no time left.
    let mut right = gpus.iter().all(|gpu| gpu.failed.is_none());
    for engine in engines {
        if let Some((why, wrong)) = &engine.failed {
            there.line(&format!("    {}, {} threads: {why}", engine.name, engine.threads));
            right &= !wrong;
        }
    }
    let others = || cpus.iter().filter(|cpu| !cpu.times.is_empty());
    if others().next().is_none() {
        there.line("    WRONG: no run on the CPU ended, to compare with");
        right = false;
    }
    for gpu in gpus.iter().filter(|gpu| gpu.failed.is_none()) {
        if let Some(other) = others().find(|cpu| cpu.interactions != gpu.interactions) {
            let (there_, here) = (gpu.interactions, other.interactions);
            there.line(&format!("    WRONG: {}: {there_} interactions, and on the CPU {here}", gpu.name));
            right = false;
        }
    }
    if let Some(kernel) = &gpu.kernel {
        there.line(&format!("    cuda: {kernel}"));
    }
    right
}

fn rows(job: &Job, engines: &[Engine], options: &Options, there: &There, record: &mut String) {
    let Some(gpu) = engines[0].median() else { return };
    for engine in engines {
        let (Some(seconds), Some(mips)) = (engine.median(), engine.mips()) else { continue };
        let _ = writeln!(
            record,
            "{},{},{},{},{},{},{seconds:.6},{},{mips:.2},{:.4}",
            place(options, there),
            job.name,
            job.size,
            engine.interactions,
            engine.name,
            engine.threads,
            engine.counted().len(),
            seconds / gpu
        );
    }
}
