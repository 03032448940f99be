//! Simplifies real expressions, as Herbie's reduction does: a pass that writes a new batch while it reads an old one.
//!
//! `cargo run --release --example reduce -- FILE_OR_FOLDER …`; without arguments it reads `examples/data`, and shows what
//! became of each core.
//!
//! * Like terms are gathered: sums as `Σ rᵢ·aᵢ`, products as `Π aᵢ^rᵢ`, with exact rational weights.
//! * What undoes each other goes: `log (exp x)` is `x`, `tan (atan x)` too.
//! * Numbers are computed, exactly.
//!
//! The rules never change a value and never lose one; that they may add some, as Herbie's do, is meant: `x / x` becomes 1
//! at 0 too, and `exp (log x)` becomes `x` at -1. The last column of what is printed is the proof by sampling: at 256
//! points the old and the new expression are computed with intervals, at as much precision as it takes.
//!
//! The schedule is that of Pavel Panchekha's "Scheduling Batch Computations". There are the old batch, the new one, a
//! mapping between them, and a column of the sums and products that the new rows are. All grow in lockstep: a row is
//! mapped after its children; the column is brought up to date before it is asked, for all rows that came since, as a
//! later node may turn out equal to any of them.
//!
//! `gather` has the normal forms, `reducer` the pass, `rules` what it does by operations, `check` the comparison.

mod check;
mod gather;
mod reducer;
mod rules;
#[cfg(test)]
mod tests;

use crate::{
    check::{Verdict, compare},
    reducer::{reduce, tidy},
};
use polarnet::columns::{Brand, Builder, Guard, Space, space};
use polarnet_fpcore::{Core, FileError, Names, collect};
use std::{
    path::Path,
    process::ExitCode,
    time::{Duration, Instant},
};

/// Points at which an expression is compared with what it is reduced to.
const POINTS: u64 = 256;

/// Expressions with more nodes are not shown in full.
const SHOWN: u64 = 60;

fn main() -> ExitCode {
    let paths: Vec<_> = std::env::args().skip(1).collect();
    let done = if paths.is_empty() {
        run(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/data")), true)
    } else {
        paths.iter().try_for_each(|path| run(Path::new(path), false))
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

/// What became of a core.
struct Done {
    before: usize,
    after: usize,
    verdict: Verdict,
    texts: [String; 2],
    times: Times,
}

/// How long it took: to build the batch, and to reduce it.
#[derive(Default, Clone, Copy)]
struct Times {
    build: Duration,
    reduce: Duration,
}

/// Builds a core, reduces it, and compares.
fn core<A: Space>(core: &Core<'_>, guard: Guard<A>, names: &mut Names) -> Result<Done, polarnet_fpcore::Error> {
    let start = Instant::now();
    let mut batch = Builder::new(guard);
    let root = core.build(&mut batch, names)?;
    let batch = batch.freeze();
    let build = start.elapsed();

    let start = Instant::now();
    space!(Reduced, guard);
    let (reduced, mapping) =
        reduce(&batch, guard, names).unwrap_or_else(|cycle| panic!("a fault of the rules: {cycle}"));
    let reduce = start.elapsed();

    space!(Tidied, guard);
    let (tidied, tidy) = tidy(&reduced, guard, names);
    space!(Kept, guard);
    let tidied_root = mapping.compose(&tidy)[root];
    let (kept, copied) = tidied.copy(guard, &[tidied_root]);
    let kept = kept.freeze();
    let Some(kept_root) = copied[tidied_root] else { unreachable!("a root is copied") };

    let reached = batch.reachable(&[root]).iter().filter(|&&reached| reached).count();
    Ok(Done {
        before: reached,
        after: kept.len(),
        verdict: compare((&batch, root), (&kept, kept_root), names, POINTS),
        texts: [names.show(&batch, root, SHOWN), names.show(&kept, kept_root, SHOWN)],
        times: Times { build, reduce },
    })
}

fn run(path: &Path, show: bool) -> Result<(), FileError> {
    let files = collect(path)?;
    let mut names = Names::default();
    let (mut before, mut after, mut cores, mut verdict) = (0, 0, 0, Verdict::default());
    let (mut reading, mut times) = (Duration::ZERO, Times::default());
    if !show {
        println!("{:36} {:>5} {:>7} {:>7}   256 points each", "file", "cores", "before", "after");
    }
    for file in &files {
        let start = Instant::now();
        let all = file.cores()?;
        reading += start.elapsed();
        let (mut rows, mut points) = ([0; 2], Verdict::default());
        for each in &all {
            let done = Brand::with(|guard| core(each, guard, &mut names)).map_err(|error| file.error(error))?;
            rows[0] += done.before;
            rows[1] += done.after;
            for (sum, verdict) in [(&mut points, done.verdict), (&mut verdict, done.verdict)] {
                sum.same += verdict.same;
                sum.undefined += verdict.undefined;
                sum.unsure += verdict.unsure;
                sum.different += verdict.different;
            }
            times.build += done.times.build;
            times.reduce += done.times.reduce;
            if show {
                println!(
                    "{}\n  {}\n  {}\n  {}",
                    each.name.unwrap_or("?"),
                    done.texts[0],
                    done.texts[1],
                    told(done.verdict)
                );
            }
        }
        if !show {
            let name = file.path.strip_prefix(path).ok().filter(|name| !name.as_os_str().is_empty());
            let name = name.unwrap_or(&file.path).display().to_string();
            println!("{name:36} {:5} {:7} {:7}   {}", all.len(), rows[0], rows[1], told(points));
        }
        before += rows[0];
        after += rows[1];
        cores += all.len();
    }
    println!("{cores} cores, {before} rows: {after} after reduction; {}", told(verdict));
    let per_row = |time: Duration| time.as_secs_f64() * 1e9 / before as f64;
    eprintln!(
        "a row: read {:.0} ns, built {:.0} ns, reduced {:.0} ns",
        per_row(reading),
        per_row(times.build),
        per_row(times.reduce)
    );
    Ok(())
}

fn told(verdict: Verdict) -> String {
    let Verdict { same, undefined, unsure, different } = verdict;
    format!("{same} the same, {different} different, {undefined} without a value, {unsure} open")
}
