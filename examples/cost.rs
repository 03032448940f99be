//! What expressions cost: two passes, down and up.
//!
//! `cargo run --release --example cost -- FILE_OR_FOLDER …`; without arguments it reads `examples/data`.
//!
//! The cost of an operation depends on the format that it is computed in, its *repr*, and that depends on where it is
//! used. So a first pass goes top-down: it joins into each row the formats in which the rows above want it. A second
//! pass goes bottom-up: it adds the cost of each row to those of its children, for each format that is wanted. All cores
//! are in one batch, so a row that cores of different formats share is wanted in both.
//!
//! Both passes are those of Pavel Panchekha's "Scheduling Batch Computations".

use polarnet::columns::{Batch, Builder, Data, Idx, Lang, Space, space};
use polarnet_fpcore::{Costs, FileError, Format, Names, Platform, Real, RealLang, Reprs, collect};
use std::{path::Path, process::ExitCode, time::Instant};

/// Top-down: in which formats each row is wanted, if the roots are wanted as they say.
pub(crate) fn reprs<S: Space>(batch: &Batch<S, RealLang>, roots: &[(Idx<S>, Format)]) -> Data<S, Reprs> {
    let mut roots_want = batch.rows().fill(Reprs::default());
    for &(root, format) in roots {
        roots_want.update(root, |reprs| reprs.join(Reprs::only(format)));
    }
    let from_above = batch.fill_down(Reprs::default(), Reprs::join, |mut row| {
        let mut own = *row.value();
        own.join(roots_want[row.idx()]);
        match row.node() {
            Real::In(format, body) => row.join(body, Reprs::only(format)),
            // Operands are computed in the format of the result. A test has the format of the numbers that it compares.
            node => RealLang::each_child(node, |child| row.join(child, own)),
        }
    });
    from_above.zip_map(&roots_want, |&above, &root| {
        let mut both = above;
        both.join(root);
        both
    })
}

/// The cost of a row: its operation's, and those of its children; of a choice, the dearer side. A loop is counted as if
/// it turned once.
fn cost(platform: &Platform, node: Real<'_, &Costs>, format: Format) -> f64 {
    let own = platform.price(&node, format);
    let of = |costs: &Costs| costs[format as usize];
    match node {
        Real::If { test, then, other } => own + of(test) + of(then).max(of(other)),
        Real::In(inner, body) => (if inner == format { 0.0 } else { own }) + body[inner as usize],
        _ => {
            let mut sum = own;
            RealLang::each_child(node, |child| sum += of(child));
            sum
        }
    }
}

/// Bottom-up, without reprs: everything is computed in `binary64`.
pub(crate) fn simple_costs<S: Space>(platform: &Platform, batch: &Batch<S, RealLang>) -> Data<S, Costs> {
    batch.fold(|node: Real<'_, &Costs>| match node {
        Real::In(_, body) => *body,
        _ => [f64::NAN, cost(platform, node, Format::Binary64)],
    })
}

/// Bottom-up: the costs of each row in the formats in which it is wanted.
pub(crate) fn costs<S: Space>(
    platform: &Platform,
    batch: &Batch<S, RealLang>,
    reprs: &Data<S, Reprs>,
) -> Data<S, Costs> {
    batch.fill_up(|row| {
        [Format::Binary32, Format::Binary64].map(|format| match reprs[row.idx()].has(format) {
            true => cost(platform, row.values(), format),
            false => f64::NAN,
        })
    })
}

fn main() -> ExitCode {
    let mut paths: Vec<_> = std::env::args().skip(1).collect();
    if paths.is_empty() {
        paths.push(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/data").into());
    }
    match paths.iter().try_for_each(|path| price(Path::new(path))) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn price(path: &Path) -> Result<(), FileError> {
    let files = collect(path)?;
    let mut names = Names::default();
    space!(Exprs, guard);
    let mut batch = Builder::new(guard);
    let mut roots = Vec::new();
    let mut ends = Vec::new();
    for file in &files {
        for core in file.cores()? {
            let root = core.build(&mut batch, &mut names).map_err(|error| file.error(error))?;
            roots.push((root, core.precision));
        }
        ends.push(roots.len());
    }
    let batch = batch.freeze();
    let platform = Platform::c();

    let start = Instant::now();
    let simple = simple_costs(&platform, &batch);
    let simple_time = start.elapsed();
    let start = Instant::now();
    let reprs = reprs(&batch, &roots);
    let reprs_time = start.elapsed();
    let start = Instant::now();
    let costs = costs(&platform, &batch, &reprs);
    let costs_time = start.elapsed();

    println!("{:36} {:>5} {:>12} {:>12}", "file", "cores", "in binary64", "as written");
    let mut begin = 0;
    for (file, &end) in files.iter().zip(&ends) {
        let cores = &roots[begin..end];
        let in_binary64: f64 = cores.iter().map(|&(root, _)| simple[root][Format::Binary64 as usize]).sum();
        let as_written: f64 = cores.iter().map(|&(root, format)| costs[root][format as usize]).sum();
        let name = file.path.strip_prefix(path).ok().filter(|name| !name.as_os_str().is_empty());
        let name = name.unwrap_or(&file.path).display().to_string();
        println!("{name:36} {:5} {in_binary64:12.1} {as_written:12.1}", cores.len());
        begin = end;
    }
    let wanted = |wanted: [bool; 2]| reprs.iter().filter(|reprs| reprs.wanted == wanted).count();
    println!(
        "{} rows: {} wanted in binary32, {} in binary64, {} in both, {} in neither",
        batch.len(),
        wanted([true, false]),
        wanted([false, true]),
        wanted([true, true]),
        wanted([false, false])
    );
    let per_row = |time: std::time::Duration| time.as_secs_f64() * 1e9 / batch.len() as f64;
    eprintln!(
        "cost without reprs {:.1} ns a row; reprs {:.1} ns, cost with them {:.1} ns",
        per_row(simple_time),
        per_row(reprs_time),
        per_row(costs_time)
    );
    Ok(())
}
