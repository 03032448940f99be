//! Gradients of all cores of FPCore files: reverse mode against forward mode.

use crate::{
    problem::Random,
    real::{Function, Tangent},
};
use polarnet::columns::space;
use polarnet_fpcore::{Core, Error, FileError, collect};
use std::{ops::AddAssign, path::Path};

/// At how many points each core is differentiated.
const POINTS: usize = 16;
/// How many points are tried for one where the value is finite.
const TRIES: usize = 200;

/// Counts of cores, of points, and of derivatives at them.
#[derive(Default, Clone, Copy)]
pub struct Counts {
    cores: usize,
    /// Cores with loops, or whose value is an array.
    left_out: usize,
    /// Cores without a point where the value is finite.
    nowhere: usize,
    points: usize,
    /// Both modes give the same, to 1e-9.
    same: usize,
    /// The terms cancel: what the modes give is rounding, below 1e-12 of the terms.
    cancelled: usize,
    /// There is no derivative by this argument at this point; or one of the modes overflows.
    undefined: usize,
    pub different: usize,
}

impl AddAssign for Counts {
    fn add_assign(&mut self, other: Self) {
        self.cores += other.cores;
        self.left_out += other.left_out;
        self.nowhere += other.nowhere;
        self.points += other.points;
        self.same += other.same;
        self.cancelled += other.cancelled;
        self.undefined += other.undefined;
        self.different += other.different;
    }
}

impl Counts {
    fn print(&self, what: &str) {
        let Counts { cores, left_out, nowhere, points, same, cancelled, undefined, different } = self;
        println!(
            "  {what:44} {cores:5} {left_out:8} {nowhere:7} {points:6} {same:7} {cancelled:9} {undefined:9} {different:9}"
        );
    }

    /// Counts one derivative.
    fn compare(&mut self, reverse: f64, Tangent { sum: forward, terms }: Tangent) {
        let error = (reverse - forward).abs();
        match () {
            () if !reverse.is_finite() || !forward.is_finite() => self.undefined += 1,
            () if error <= 1e-9 * reverse.abs().max(forward.abs()) => self.same += 1,
            () if error <= 1e-12 * terms => self.cancelled += 1,
            () => self.different += 1,
        }
    }
}

/// The gradients of all cores under a path, with a line for each file and one over all.
pub fn gradients(path: &Path) -> Result<Counts, FileError> {
    println!("gradients of FPCore functions: reverse mode, against forward mode");
    println!(
        "  {:44} {:>5} {:>8} {:>7} {:>6} {:>7} {:>9} {:>9} {:>9}",
        "file", "cores", "left out", "nowhere", "points", "same", "cancelled", "undefined", "different"
    );
    let files = collect(path)?;
    let mut total = Counts::default();
    for file in &files {
        let mut counts = Counts::default();
        for core in file.cores()? {
            counts += gradient(&core).map_err(|error| file.error(error))?;
        }
        let name = file.path.strip_prefix(path).ok().filter(|name| !name.as_os_str().is_empty());
        counts.print(&name.unwrap_or(&file.path).display().to_string());
        total += counts;
    }
    total.print(&format!("{} files", files.len()));
    Ok(total)
}

/// The gradient of a core at points with coordinates ±2^-6 to ±2^6.
fn gradient(core: &Core<'_>) -> Result<Counts, Error> {
    space!(Rows, rows);
    space!(Arguments, arguments);
    let mut counts = Counts { cores: 1, ..Counts::default() };
    let Some(function) = Function::new(core, (rows, arguments))? else {
        counts.left_out = 1;
        return Ok(counts);
    };
    let mut random = Random(11);
    let arguments = function.arguments().rows();
    for _ in 0..POINTS * TRIES {
        let point = arguments.data(|_| {
            let size = random.numbers(1)[0] * 6.0;
            size.exp2().copysign(random.bits() as i64 as f64)
        });
        let values = function.values(&point);
        if !values.root.is_finite() {
            continue;
        }
        let reverse = function.reverse(&values);
        for (argument, &reverse) in reverse.entries() {
            counts.compare(reverse, function.forward(&point, argument));
        }
        counts.points += 1;
        if counts.points == POINTS {
            break;
        }
    }
    counts.nowhere = usize::from(counts.points == 0);
    Ok(counts)
}
