//! Reads FPCore files into batches, and tells how much is shared.
//!
//! `cargo run --release --example fpcore -- FILE_OR_FOLDER …`; without arguments it reads `examples/data`.
//!
//! An expression as a tree has a node for each place where something stands. As a batch it has a row for each *different*
//! node: equal nodes are merged when they are added. One batch can also hold the expressions of many cores, which then
//! share what they have in common.

use polarnet::columns::{Brand, Builder, space};
use polarnet_fpcore::{FileError, Names, collect, tree_nodes};
use std::{ops::AddAssign, path::Path, process::ExitCode, time::Instant};

/// Counts of some cores.
#[derive(Default, Clone, Copy)]
struct Counts {
    cores: usize,
    /// Nodes, as trees.
    tree: u64,
    /// Rows, with each core in a batch of its own.
    apart: usize,
    /// Rows, with all of them in one batch.
    together: usize,
}

impl AddAssign for Counts {
    fn add_assign(&mut self, other: Self) {
        self.cores += other.cores;
        self.tree += other.tree;
        self.apart += other.apart;
        self.together += other.together;
    }
}

impl Counts {
    fn print(&self, what: &str) {
        let Counts { cores, tree, apart, together } = self;
        println!("{what:36} {cores:5} {tree:8} {apart:8} {together:8}");
    }
}

fn main() -> ExitCode {
    let mut paths: Vec<_> = std::env::args().skip(1).collect();
    if paths.is_empty() {
        paths.push(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/data").into());
    }
    match paths.iter().try_for_each(|path| statistics(Path::new(path))) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn statistics(path: &Path) -> Result<(), FileError> {
    let files = collect(path)?;
    let mut names = Names::default();
    space!(All, guard);
    let mut all = Builder::new(guard);
    let mut total = Counts::default();
    let [mut reading, mut building] = [0.0; 2];

    println!("{:36} {:>5} {:>8} {:>8} {:>8}", "file", "cores", "nodes", "apart", "together");
    for file in &files {
        let start = Instant::now();
        let cores = file.cores()?;
        reading += start.elapsed().as_secs_f64();

        let mut counts = Counts { cores: cores.len(), ..Counts::default() };
        space!(File, guard);
        let mut together = Builder::new(guard);
        for core in &cores {
            core.build(&mut together, &mut names).map_err(|error| file.error(error))?;
            // The space of a batch is its type, so each round of the loop needs a new one.
            Brand::with(|guard| {
                let mut alone = Builder::new(guard);
                let root = core.build(&mut alone, &mut names).map_err(|error| file.error(error))?;
                let alone = alone.freeze();
                counts.tree += tree_nodes(&alone)[root];
                counts.apart += alone.len();
                Ok(())
            })?;
        }
        counts.together = together.len();

        let start = Instant::now();
        for core in &cores {
            core.build(&mut all, &mut names).map_err(|error| file.error(error))?;
        }
        building += start.elapsed().as_secs_f64();

        let name = file.path.strip_prefix(path).ok().filter(|name| !name.as_os_str().is_empty());
        counts.print(&name.unwrap_or(&file.path).display().to_string());
        total += counts;
    }
    total.together = all.len();
    total.print(&format!("{} files", files.len()));

    // By nodes of trees, as so many were read and added.
    let per_node = |seconds: f64| seconds * 1e9 / total.tree as f64;
    eprintln!("reading {:.0} ns a node, building {:.0} ns a node", per_node(reading), per_node(building));
    Ok(())
}
