//! Files of cores.

use crate::{
    core::{Core, read},
    error::Error,
};
use std::{
    fs, io,
    path::{Path, PathBuf},
};

/// A file of cores.
#[derive(Debug)]
pub struct File {
    /// Where it is.
    pub path: PathBuf,
    /// What it says.
    pub text: String,
}

/// A file that cannot be read, or is not FPCore. Shown as `path:line:column: what is wrong`.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// It cannot be had.
    #[error("{}: {error}", path.display())]
    Io {
        /// Which.
        path: PathBuf,
        /// Why not.
        error: io::Error,
    },
    /// Its text is wrong.
    #[error("{}:{error}", path.display())]
    Text {
        /// Which.
        path: PathBuf,
        /// Where and why.
        error: Error,
    },
}

impl File {
    /// Reads the file at `path`.
    ///
    /// # Errors
    ///
    /// It cannot be read, or is not UTF-8.
    pub fn open(path: impl Into<PathBuf>) -> Result<Self, FileError> {
        let path = path.into();
        match fs::read_to_string(&path) {
            Ok(text) => Ok(File { path, text }),
            Err(error) => Err(FileError::Io { path, error }),
        }
    }

    /// Its cores.
    ///
    /// # Errors
    ///
    /// What is not FPCore.
    pub fn cores(&self) -> Result<Vec<Core<'_>>, FileError> {
        read(&self.text).map_err(|error| self.error(error))
    }

    /// An error in this file.
    #[must_use]
    pub fn error(&self, error: Error) -> FileError {
        FileError::Text { path: self.path.clone(), error }
    }
}

/// All files `*.fpcore` under a folder, by their paths in order; or the one file.
///
/// # Errors
///
/// A file or folder that cannot be read.
pub fn collect(path: &Path) -> Result<Vec<File>, FileError> {
    let mut files = Vec::new();
    let mut paths = vec![path.to_owned()];
    while let Some(path) = paths.pop() {
        let failed = |error| FileError::Io { path: path.clone(), error };
        if fs::metadata(&path).map_err(failed)?.is_dir() {
            for entry in fs::read_dir(&path).map_err(failed)? {
                let entry = entry.map_err(failed)?.path();
                if entry.is_dir() || entry.extension().is_some_and(|end| end == "fpcore") {
                    paths.push(entry);
                }
            }
        } else {
            files.push(File::open(path)?);
        }
    }
    files.sort_by(|a, b| a.path.cmp(&b.path));
    Ok(files)
}
