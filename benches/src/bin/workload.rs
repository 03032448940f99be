//! Runs one workload once, on one engine, and checks it: for `ci/callgrind.sh`, and to compare with other programs.

use benches::workloads::{ENGINES, Engine, Workload, all, find};
use polarnet::{Done, Runtime};
use std::process::ExitCode;

const USAGE: &str = "\
One of the workloads, once; its result is checked.

    workload NAME [SIZE] [--engine ENGINE] [--threads N] [--times N]
    workload --list               names, engines of one thread that differ, and small sizes

SIZE is a number, `small` or `usual` (small); ENGINE is the first that the workload has. Several times: the median.
";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if arguments == ["--list"] {
        for workload in all() {
            for engine in workload.engines().filter(|engine| engine.threads == 1) {
                println!("{} {} {}", workload.name, engine.name, workload.small);
            }
        }
        return ExitCode::SUCCESS;
    }
    let Some(job) = Job::read(&arguments) else {
        eprint!("{USAGE}\nENGINE is one of{}. Workloads, and usual sizes:\n\n", names());
        for Workload { name, usual, about, .. } in all() {
            eprintln!("    {name:<18}{usual:>8}   {about}");
        }
        return ExitCode::from(2);
    };
    let times = (0..job.times).map(|_| reduce_counted(&job.workload, &job.runtime, job.size));
    match times.collect::<Result<Vec<Done>, String>>() {
        Ok(mut all) => {
            all.sort_by_key(|done| done.stats.elapsed);
            let done = &all[all.len() / 2];
            println!("{} {} {}: {done}", job.workload.name, job.size, job.engine.name);
            println!("interactions {}", done.stats.interactions());
            println!("seconds {:.6}", done.stats.elapsed.as_secs_f64());
            ExitCode::SUCCESS
        }
        Err(why) => {
            eprintln!("error: {why}");
            ExitCode::FAILURE
        }
    }
}

/// What `ci/callgrind.sh` counts, by its name: so it is not inlined, and no other name has this one in it.
#[inline(never)]
fn reduce_counted(workload: &Workload, runtime: &Runtime, size: u32) -> Result<Done, String> {
    workload.run(runtime, size)
}

fn names() -> String {
    ENGINES.iter().map(|engine| format!(" {}", engine.name)).collect()
}

struct Job {
    workload: Workload,
    size: u32,
    engine: Engine,
    runtime: Runtime,
    times: usize,
}

impl Job {
    /// What was asked for; `None` if it cannot be read.
    fn read(arguments: &[String]) -> Option<Self> {
        let (name, rest) = arguments.split_first()?;
        let workload = find(name)?;
        let mut size = workload.small;
        let mut engine = *workload.engines().next()?;
        let (mut threads, mut times) = (None, 1);
        let mut rest = rest.iter();
        while let Some(argument) = rest.next() {
            match argument.as_str() {
                "--engine" => engine = Engine::find(rest.next()?)?,
                "--threads" => threads = Some(rest.next()?.parse().ok()?),
                "--times" => times = rest.next()?.parse().ok().filter(|&times| times > 0)?,
                "small" => size = workload.small,
                "usual" => size = workload.usual,
                number => size = number.parse().ok()?,
            }
        }
        let runtime = engine.runtime();
        let runtime = threads.map_or(runtime.clone(), |threads| runtime.threads(threads));
        Some(Job { workload, size, engine, runtime, times })
    }
}
