//! All cores of some files: an overview of them in one batch, and each one improved.

use crate::{
    cost::costs,
    improve::{Failed, Improved, Options, improve},
    rules::Rules,
};
use polarnet::{
    columns::{Brand, Builder},
    device::Device,
};
use polarnet_fpcore::{Core, File, FileError, Names, Platform, Reprs, collect, tree_nodes};
use rayon::prelude::*;
use std::path::PathBuf;

/// What all cores are together.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Overview {
    /// How many cores.
    pub cores: usize,
    /// How many nodes they have as trees.
    pub nodes: u64,
    /// How many rows they are in one batch.
    pub rows: usize,
    /// What they cost, in additions, each in its format.
    pub cost: f64,
}

/// A core, and what became of it.
#[derive(Debug)]
pub struct Entry {
    /// The file that it is from.
    pub file: PathBuf,
    /// Its name, or a number in its file.
    pub name: String,
    /// What became of it, or why nothing did.
    pub result: Result<Improved, Failed>,
}

/// The files at some paths, and in the folders there.
///
/// # Errors
///
/// One that cannot be read.
pub fn files(paths: &[PathBuf]) -> Result<Vec<File>, FileError> {
    let mut files = Vec::new();
    for path in paths {
        files.extend(collect(path)?);
    }
    Ok(files)
}

/// What the cores of some files are together: all of them in one batch, so that what they share is one row.
///
/// # Errors
///
/// What is not FPCore, with its place.
pub fn overview(files: &[File]) -> Result<Overview, FileError> {
    Brand::with(|guard| {
        let (mut batch, mut names, mut roots) = (Builder::new(guard), Names::default(), Vec::new());
        for file in files {
            for core in file.cores()? {
                let root = core.build(&mut batch, &mut names).map_err(|error| file.error(error))?;
                roots.push((root, core.precision));
            }
        }
        let batch = batch.freeze();
        let mut wanted = batch.rows().fill(Reprs::default());
        for &(root, format) in &roots {
            wanted.update(root, |reprs| reprs.join(Reprs::only(format)));
        }
        let (costs, nodes) = (costs(&batch, &wanted, &Platform::c()), tree_nodes(&batch));
        Ok(Overview {
            cores: roots.len(),
            nodes: roots.iter().fold(0, |sum, &(root, _)| sum.saturating_add(nodes[root])),
            rows: batch.len(),
            // What has no price costs infinitely much.
            cost: roots.iter().map(|&(root, format)| costs[root][format as usize]).filter(|it| it.is_finite()).sum(),
        })
    })
}

/// Improves all cores, on the threads of the current pool of rayon's; the results are in the order of the files, and the same on
/// any number of threads. `done` is told of each one.
///
/// # Errors
///
/// What is not FPCore, with its place.
pub fn improve_all(
    files: &[File],
    device: &Device,
    options: Options,
    done: impl Fn(&Entry) + Sync,
) -> Result<Vec<Entry>, FileError> {
    let mut cores: Vec<(&File, usize, Core<'_>)> = Vec::new();
    for file in files {
        cores.extend(file.cores()?.into_iter().enumerate().map(|(nth, core)| (file, nth, core)));
    }
    Brand::with(|guard| {
        let rules = Rules::new(guard).unwrap_or_else(|error| unreachable!("identities.txt: {error}"));
        let platform = Platform::c();
        let entries = cores.par_iter().map(|(file, nth, core)| {
            let name = core.name.map_or_else(|| format!("number {}", nth + 1), ToOwned::to_owned);
            let result = match improve(core, &rules, &platform, device, options) {
                Err(Failed::Text(error)) => return Err(file.error(error)),
                result => result,
            };
            let entry = Entry { file: file.path.clone(), name, result };
            done(&entry);
            Ok(entry)
        });
        entries.collect()
    })
}
