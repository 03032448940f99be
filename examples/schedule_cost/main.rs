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

use by_hand::{Platform, Reprs};
use polarnet::{
    columns::{Builder, Child, Idx, space},
    schedule,
};
use polarnet_fpcore::{FileError, Format, Names, Real, RealLang, collect};
use std::{path::Path, process::ExitCode, time::Instant};

schedule! {
    space expr: Batch<Real>;

    extern(cpu) pure price(&Platform, Real, Format) -> f64;
    extern(cpu) pure only(Format) -> Reprs;
    extern(cpu) pure union(Reprs, Reprs) -> Reprs;
    extern(cpu) pure has(Reprs, Format) -> bool;

    // The formats in which rows above want a row; `root` are those in which it is wanted as a result.
    val repr(n: Real, root: Reprs) -> Reprs default Reprs::default() join union commutative {
        match n {
            In(format, body) => repr[body] <- only(format),
            // Operands are computed in the format of the result; a test has the format of the numbers that it compares.
            _(args..) => repr[args] <- union(repr[n], root),
        }
    }

    // In `binary32` and in `binary64`, NaN where it is not wanted so. A choice costs what its dearer side does.
    val cost(n: Real, root: Reprs, platform: &Platform) -> [f64; 2] {
        wanted :- union(repr[n], root);
        formats :- [Format::Binary32, Format::Binary64];
        returns [if has(wanted, formats[i]) {
            own :- price(platform, n, formats[i]);
            match n {
                If(test, then, other) => own + cost[test][i] + max(cost[then][i], cost[other][i]),
                In(inner, body) if inner == formats[i] => cost[body][i],
                In(inner, body) => own + cost[body][inner as usize],
                _(args..) => own + sum(cost[x][i] for x in args),
            }
        } else { f64::NAN } for i in 0..2]
    }

    // As if all were in `binary64`.
    val simple(n: Real, platform: &Platform) -> f64 {
        returns match n {
            If(test, then, other) => price(platform, n, Format::Binary64) + simple[test] + max(simple[then], simple[other]),
            In(_, body) => simple[body],
            _(args..) => price(platform, n, Format::Binary64) + sum(simple[args]),
        }
    }

    fn costs(b: &Batch<expr>, root: &Data<expr, Reprs>, platform: &Platform) -> Data<expr, [f64; 2]> impls cost {
        bottom_up(b)
    }
    fn costs_in_parallel(b: &Batch<expr>, root: &Data<expr, Reprs>, platform: &Platform) -> Data<expr, [f64; 2]> impls cost {
        bottom_up(b).wavefront().chunk(1024).parallel()
    }
    fn both_costs(b: &Batch<expr>, root: &Data<expr, Reprs>, platform: &Platform)
        -> (Data<expr, [f64; 2]>, Data<expr, f64>) impls cost, simple {
        bottom_up(b).fuse()
    }
    fn both_costs_in_parallel(b: &Batch<expr>, root: &Data<expr, Reprs>, platform: &Platform)
        -> (Data<expr, [f64; 2]>, Data<expr, f64>) impls cost, simple {
        bottom_up(b).fuse().wavefront().parallel()
    }
    fn simple_costs(b: &Batch<expr>, platform: &Platform) -> Data<expr, f64> impls simple { bottom_up(b) }
    fn simple_costs_by_operator(b: &Batch<expr>, platform: &Platform) -> Data<expr, f64> impls simple {
        bottom_up(b).by_operator()
    }
    fn simple_costs_in_parallel(b: &Batch<expr>, platform: &Platform) -> Data<expr, f64> impls simple {
        bottom_up(b).wavefront().parallel()
    }

    // What comes from above only.
    fn reprs(b: &Batch<expr>, root: &Data<expr, Reprs>) -> Data<expr, Reprs> impls repr { top_down(b) }
}

fn price<I: Child>(platform: &Platform, node: Real<'_, I>, format: Format) -> f64 {
    platform.price(&node, format)
}

fn only(format: Format) -> Reprs {
    Reprs::only(format)
}

fn union(mut a: Reprs, b: Reprs) -> Reprs {
    a.join(b);
    a
}

fn has(reprs: Reprs, format: Format) -> bool {
    reprs.has(format)
}

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
