//! The files of the repository, for tests that read them.

use std::{
    fs,
    path::{Path, PathBuf},
};

pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// All files under `folder` that are the project's and whose names end with one of `ends`, sorted.
pub fn files(folder: &str, ends: &[&str]) -> Vec<PathBuf> {
    let (mut files, mut open) = (Vec::new(), vec![root().join(folder)]);
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            if path.is_dir() {
                // What is built has its own mark; hidden folders are tools'; `local` is not of the repository.
                if !name.starts_with('.') && name != "local" && !path.join("CACHEDIR.TAG").exists() {
                    open.push(path);
                }
            } else if ends.iter().any(|end| name.ends_with(end)) {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}
