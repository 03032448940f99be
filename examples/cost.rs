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
use polarnet_fpcore::{Binary, Comparison, FileError, Format, Names, Real, RealLang, Unary, collect};
use std::{path::Path, process::ExitCode, time::Instant};

/// What a C library on common hardware asks, in additions of two `binary64`: operation, `binary32`, `binary64`. What is
/// not here cannot be had, and costs infinitely much.
const C: &[(&str, f64, f64)] = &[
    ("number", 0.5, 0.5),
    ("variable", 0.5, 0.5),
    ("ref", 1.0, 1.0),
    ("array", 1.0, 1.0),
    ("-", 1.0, 1.0),
    ("+", 1.0, 1.0),
    ("*", 1.0, 1.0),
    ("/", 3.0, 4.0),
    ("fma", 1.0, 1.0),
    ("fabs", 0.5, 0.5),
    ("fmin", 1.0, 1.0),
    ("fmax", 1.0, 1.0),
    ("fdim", 2.0, 2.0),
    ("copysign", 1.0, 1.0),
    ("sqrt", 3.0, 5.0),
    ("cbrt", 14.0, 20.0),
    ("hypot", 6.0, 12.0),
    ("fmod", 20.0, 25.0),
    ("remainder", 25.0, 30.0),
    ("exp", 9.0, 14.0),
    ("exp2", 8.0, 13.0),
    ("expm1", 14.0, 21.0),
    ("pow", 20.0, 34.0),
    ("log", 9.0, 15.0),
    ("log2", 9.0, 15.0),
    ("log10", 11.0, 20.0),
    ("log1p", 14.0, 22.0),
    ("sin", 11.0, 18.0),
    ("cos", 11.0, 18.0),
    ("tan", 14.0, 28.0),
    ("asin", 12.0, 22.0),
    ("acos", 12.0, 22.0),
    ("atan", 13.0, 22.0),
    ("atan2", 20.0, 34.0),
    ("sinh", 17.0, 25.0),
    ("cosh", 17.0, 25.0),
    ("tanh", 17.0, 26.0),
    ("asinh", 19.0, 30.0),
    ("acosh", 19.0, 30.0),
    ("atanh", 18.0, 28.0),
    ("ceil", 1.0, 1.0),
    ("floor", 1.0, 1.0),
    ("trunc", 1.0, 1.0),
    ("round", 2.0, 2.0),
    ("nearbyint", 1.0, 1.0),
    ("<", 1.0, 1.0),
    (">", 1.0, 1.0),
    ("<=", 1.0, 1.0),
    (">=", 1.0, 1.0),
    ("==", 1.0, 1.0),
    ("!=", 1.0, 1.0),
    ("and", 0.5, 0.5),
    ("or", 0.5, 0.5),
    ("not", 0.5, 0.5),
    ("if", 1.0, 1.0),
    ("cast", 1.0, 1.0),
    ("!", 1.0, 1.0),
    ("while", 1.0, 1.0),
    ("while*", 1.0, 1.0),
];

/// A cost for each format.
pub(crate) type Costs = [f64; 2];

/// The costs of a machine's operations.
pub(crate) struct Platform {
    unary: Vec<Costs>,
    binary: Vec<Costs>,
    comparison: Vec<Costs>,
    other: fn(&str) -> Costs,
    number: Costs,
    arithmetic: [Costs; 3],
}

impl Platform {
    /// The platform of [`C`].
    pub(crate) fn c() -> Self {
        fn price(operation: &str) -> Costs {
            let known = C.iter().find(|(name, ..)| *name == operation);
            known.map_or([f64::INFINITY; 2], |&(_, single, double)| [single, double])
        }
        Platform {
            unary: Unary::ALL.iter().map(|function| price(function.name())).collect(),
            binary: Binary::ALL.iter().map(|function| price(function.name())).collect(),
            comparison: Comparison::ALL.iter().map(|comparison| price(comparison.name())).collect(),
            other: price,
            number: price("number"),
            arithmetic: [price("+"), price("*"), price("/")],
        }
    }

    /// The cost of the operation itself. Constants are numbers.
    pub(crate) fn price<I: polarnet::columns::Child>(&self, node: &Real<'_, I>, format: Format) -> f64 {
        let costs = match *node {
            Real::Unary(function, _) => self.unary[function as usize],
            Real::Binary(function, _) => self.binary[function as usize],
            Real::Compare(comparison, _) => self.comparison[comparison as usize],
            Real::Number(_) | Real::Constant(_) => self.number,
            Real::Neg(_) | Real::Add(..) | Real::Sub(..) => self.arithmetic[0],
            Real::Mul(..) => self.arithmetic[1],
            Real::Div(..) => self.arithmetic[2],
            _ => (self.other)(node.operation()),
        };
        costs[format as usize]
    }
}

/// The formats in which a row is wanted: a set, ordered by inclusion. Its join is the union, whose unit is the empty set.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub(crate) struct Reprs {
    pub(crate) wanted: [bool; 2],
}

impl Reprs {
    pub(crate) fn only(format: Format) -> Self {
        let mut reprs = Reprs::default();
        reprs.wanted[format as usize] = true;
        reprs
    }

    pub(crate) fn join(&mut self, other: Self) {
        for (wanted, also) in self.wanted.iter_mut().zip(other.wanted) {
            *wanted |= also;
        }
    }

    pub(crate) fn has(self, format: Format) -> bool {
        self.wanted[format as usize]
    }
}

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
