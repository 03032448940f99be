//! A soak: for as long as one likes, rounds of everything that runs on threads, stopped at random moments.
//!
//! Each round does something whose outcome is known: a workload under limits and on threads that are drawn by lot, a rule whose Rust
//! panics, a stream or a search that is given up half-way, a pass over a column on several threads. Whatever comes must be that
//! outcome, or the error of a limit that was set; what was stopped must leave nothing, and the same runtime must work after it. The
//! memory, the threads and the open files of the process are looked at all the while.

mod chance;
mod panics;
mod passes;
mod process;
mod stopped;
mod streams;

use chance::Chance;
use process::Process;
use std::{
    collections::BTreeMap,
    process::ExitCode,
    sync::{Arc, Mutex, PoisonError},
    thread,
    time::{Duration, Instant, SystemTime, UNIX_EPOCH},
};

const USAGE: &str = "\
Everything that runs on threads, round after round, stopped at random moments; every outcome is checked.

    soak [MINUTES] [--seed N] [--threads N]

MINUTES is 30 unless told; the seed is the time, and is printed; a round has N threads at most (4).
";

/// A round that takes longer hangs.
const PATIENCE: Duration = Duration::from_secs(300);

/// What comes of a round: how it ended, for the tally; or what is wrong.
type Outcome = Result<&'static str, String>;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let Some(options) = Options::read(&arguments) else {
        eprint!("{USAGE}");
        return ExitCode::from(2);
    };
    panics::quiet();
    println!("soak: {} minutes, seed {}, {} threads at most", options.minutes, options.seed, options.threads);
    match soak(&options) {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("error: {why}\nagain: soak --seed {} --threads {}", options.seed, options.threads);
            ExitCode::FAILURE
        }
    }
}

fn soak(options: &Options) -> Result<(), String> {
    let mut chance = Chance::new(options.seed);
    let mut workloads = stopped::Workloads::new();
    let mut tally = BTreeMap::new();
    let current = watch();
    let begin = Instant::now();
    // After a while everything has been used once, and what is kept for good is there.
    let (mut warm, mut minute) = (None, 0);
    let mut rounds = 0_u64;
    while begin.elapsed() < Duration::from_secs(60 * options.minutes) {
        let threads = chance.threads(options.threads);
        let kind = chance.below(20);
        let mut said = current.lock().unwrap_or_else(PoisonError::into_inner);
        *said = (format!("round {rounds}, kind {kind}, {threads} threads"), Instant::now());
        drop(said);
        let (name, outcome) = match kind {
            0..12 => ("workload", workloads.round(&mut chance, threads)),
            12..14 => ("panic", panics::round(&mut chance, threads)),
            14..16 => ("stream", streams::stream(&mut chance)),
            16 => ("search", streams::search(&mut chance, threads)),
            _ => ("pass", passes::round(&mut chance)),
        };
        let ended = outcome.map_err(|why| format!("round {rounds}, {threads} threads, {name}: {why}"))?;
        *tally.entry((name, ended)).or_insert(0_u64) += 1;
        rounds += 1;
        let minutes = begin.elapsed().as_secs() / 60;
        if minutes > minute {
            minute = minutes;
            let now = Process::not_grown_from(warm.get_or_insert_with(Process::now))?;
            println!("{minute} min: {rounds} rounds; {now}");
        }
    }
    println!("{rounds} rounds, each as it should be; the latest stop was {:?} after its limit", workloads.latest());
    for ((name, ended), count) in tally {
        println!("    {name:<10}{ended:<14}{count:>9}");
    }
    Ok(())
}

/// Ends the process, with the round's name, if a round hangs.
fn watch() -> Arc<Mutex<(String, Instant)>> {
    let current = Arc::new(Mutex::new((String::new(), Instant::now())));
    let watched = current.clone();
    thread::spawn(move || {
        loop {
            thread::sleep(Duration::from_secs(5));
            let said = watched.lock().unwrap_or_else(PoisonError::into_inner);
            if said.1.elapsed() > PATIENCE {
                eprintln!("error: {} hangs", said.0);
                std::process::exit(1);
            }
        }
    });
    current
}

struct Options {
    minutes: u64,
    seed: u64,
    threads: usize,
}

impl Options {
    /// What was asked for; `None` if it cannot be read.
    fn read(arguments: &[String]) -> Option<Self> {
        let seed = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs());
        let mut options = Options { minutes: 30, seed, threads: 4 };
        let mut rest = arguments.iter();
        while let Some(argument) = rest.next() {
            match argument.as_str() {
                "--seed" => options.seed = rest.next()?.parse().ok()?,
                "--threads" => options.threads = rest.next()?.parse().ok().filter(|&threads| threads > 0)?,
                minutes => options.minutes = minutes.parse().ok()?,
            }
        }
        Some(options)
    }
}
