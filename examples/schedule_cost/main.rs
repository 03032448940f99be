//! What expressions cost, as a spec: what `examples/cost.rs` computes with two passes by hand.
//!
//! `cargo run --release --example schedule_cost -- FILE_OR_FOLDER …`; without arguments it reads `examples/data`.
//!
//! The cost of an operation depends on the format that it is computed in, and that depends on where it is used. So each row
//! has two values, as in Herbie, whose `cost` was taken apart in Pavel Panchekha's "Scheduling Batch Computations":
//!
//! * `repr`, the formats in which it is wanted, is *inherited*: rows send it to their children, and `union` joins what several
//!   parents say of one child;
//! * `cost` is *synthesised*: a row's own price, and the costs of its children.
//!
//! `cost` reads `repr[n]`, so a function that implements `cost` goes down first, then up; that follows from the spec, and
//! nobody says it. What the functions say is only how the way up is gone: row by row, grouped by operator, level by level on
//! several threads, or together with another value of the row. None of that can change a cost: the tests compare all bits,
//! with each other and with the passes by hand.
//!
//! Formats, sets of formats and prices are types of Rust, which `schedule!` need not know; functions over them are declared
//! `extern(cpu) pure`.

#[allow(dead_code)]
#[path = "../cost.rs"]
mod by_hand;
mod spec;

use polarnet::columns::{Builder, Idx, space};
use polarnet_fpcore::{FileError, Format, Names, Platform, Reprs, collect};
use spec::both_costs;
use std::{path::Path, process::ExitCode, time::Instant};

fn main() -> ExitCode {
    let mut paths: Vec<_> = std::env::args().skip(1).collect();
    if paths.is_empty() {
        paths.push(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/data").into());
    }
    match paths.iter().try_for_each(|path| run(Path::new(path))) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn run(path: &Path) -> Result<(), FileError> {
    space!(Exprs, guard);
    let mut batch = Builder::new(guard);
    let mut roots: Vec<(Idx<Exprs>, Format, String)> = Vec::new();
    let mut names = Names::default();
    for file in collect(path)? {
        for core in file.cores()? {
            let root = core.build(&mut batch, &mut names).map_err(|error| file.error(error))?;
            roots.push((root, core.precision, core.name.unwrap_or("without a name").to_owned()));
        }
    }
    let batch = batch.freeze();
    let mut root = batch.rows().fill(Reprs::default());
    for (row, format, _) in &roots {
        root.update(*row, |reprs| reprs.join(Reprs::only(*format)));
    }
    let platform = Platform::c();

    let start = Instant::now();
    let (costs, simple) = both_costs(&batch, &root, &platform);
    let time = start.elapsed();
    println!("{:40} {:>10} {:>12} {:>12}", "core", "format", "as written", "in binary64");
    for (row, format, name) in &roots {
        println!("{name:40} {:>10} {:12.1} {:12.1}", format.name(), costs[*row][*format as usize], simple[*row]);
    }
    let per_row = time.as_secs_f64() * 1e9 / batch.len().max(1) as f64;
    eprintln!("{} rows, {per_row:.1} ns a row for `repr`, `cost` and `simple`", batch.len());
    Ok(())
}

#[cfg(test)]
mod tests;
