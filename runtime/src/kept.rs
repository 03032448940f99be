//! Files that are kept between runs: where they are, and how they are written.

use std::{
    ffi::OsString,
    fs::{self, File},
    hash::{BuildHasher, RandomState},
    io::{self, Write},
    path::{Path, PathBuf},
};

/// Where something is kept unless told: in `variable`, or in `polarnet/name` where the system keeps what can be made again.
pub fn usual(env: impl Fn(&str) -> Option<OsString>, variable: &str, name: &str) -> Option<PathBuf> {
    let path = |key: &str| env(key).filter(|value| !value.is_empty()).map(PathBuf::from);
    let absolute = |key: &str| path(key).filter(|path| path.is_absolute());
    path(variable).or_else(|| {
        let caches = if cfg!(windows) {
            absolute("LOCALAPPDATA")?
        } else if cfg!(target_os = "macos") {
            absolute("HOME")?.join("Library/Caches")
        } else {
            absolute("XDG_CACHE_HOME").or_else(|| Some(absolute("HOME")?.join(".cache")))?
        };
        Some(caches.join("polarnet").join(name))
    })
}

/// Writes the file as a whole or not at all, and its folder if that is not there. What is something else than a file is left as it is:
/// who may write to `/dev` would lose a device.
pub fn replace(file: &Path, bytes: &[u8]) -> io::Result<()> {
    if fs::metadata(file).is_ok_and(|known| !known.is_file()) {
        return Err(io::Error::new(io::ErrorKind::AlreadyExists, "something is there that is no file"));
    }
    let file = &fs::canonicalize(file).unwrap_or_else(|_| file.to_owned()); // a link stays one
    if let Some(directory) = file.parent() {
        fs::create_dir_all(directory)?;
    }
    let name = file.file_name().ok_or(io::ErrorKind::InvalidInput)?;
    let mut beside = OsString::from(".");
    beside.push(name);
    beside.push(format!(".{:016x}", RandomState::new().hash_one(name)));
    let beside = file.with_file_name(beside);
    let written = File::create(&beside).and_then(|mut new| {
        new.write_all(bytes)?;
        new.sync_all()
    });
    written.and_then(|()| fs::rename(&beside, file)).inspect_err(|_| {
        let _ = fs::remove_file(&beside);
    })
}

/// A directory of a test's own, which goes with it.
#[cfg(test)]
pub struct Scratch(pub PathBuf);

#[cfg(test)]
impl Scratch {
    pub fn new() -> Scratch {
        use crate::sync::{Ordering, outside::AtomicU64};
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let name = format!("polarnet-runtime-{}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
        let directory = std::env::temp_dir().join(name);
        fs::create_dir_all(&directory).unwrap();
        Scratch(directory)
    }
}

#[cfg(test)]
impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}
