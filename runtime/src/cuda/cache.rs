//! Compiled kernels, kept on disk.
//!
//! An entry is a file whose name is the hash of all that its code is made of: source, headers, options, architecture, the
//! version of NVRTC, and ours. It is written as a whole or not at all, and has a hash of what is in it, so what is damaged is
//! compiled again. Where nothing can be kept nothing fails: it is compiled each time, and [`Cached`] says why.
//!
//! ```
//! use polarnet_runtime::cuda::{cache::Kernels, nvrtc::{Architecture, Nvrtc, Source}};
//!
//! let source = Source { name: "nothing.cu", text: "extern \"C\" __global__ void nothing() {}", headers: &[], options: &[] };
//! # let directory = std::env::temp_dir().join(format!("polarnet-kernels-mod-{}", std::process::id()));
//! let kernels = Kernels::at(&directory);
//! match Nvrtc::load().and_then(|nvrtc| kernels.compile(nvrtc, &source, Architecture(9, 0))) {
//!     Ok((_image, cached)) => println!("{cached:?}"), // `Made`, and `Hit` from then on
//!     Err(error) => println!("{error}"),
//! }
//! # let _ = std::fs::remove_dir_all(directory);
//! ```

mod entry;
mod key;
#[cfg(test)]
mod tests;

pub use key::Key;

use super::nvrtc::{self, Architecture, Image, Nvrtc, Source};
use crate::kept;
use std::{
    env, fs, io,
    path::{Path, PathBuf},
    time::{Duration, SystemTime},
};

/// The ending of an entry's name.
const ENDING: &str = "kernel";
/// What was not renamed after so long is of a process that ended before.
const ABANDONED: Duration = Duration::from_secs(24 * 60 * 60);

/// A directory of compiled kernels.
///
/// ```
/// use polarnet_runtime::cuda::{
///     cache::{Cached, Key, Kernels},
///     nvrtc::{Architecture, Image, Source, Version},
/// };
///
/// # let directory = std::env::temp_dir().join(format!("polarnet-kernels-{}", std::process::id()));
/// let kernels = Kernels::at(&directory);
/// let source = Source { name: "add.cu", text: "…", headers: &[], options: &[] };
/// let key = Key::new(&source, Architecture(9, 0), Version(13, 0));
/// let compile = || Ok::<_, std::convert::Infallible>(Image::Cubin(vec![1, 2, 3]));
///
/// let (made, cached) = kernels.get(&key, compile).unwrap();
/// assert!(matches!(cached, Cached::Made));
/// let (kept, cached) = kernels.get(&key, || unreachable!()).unwrap_or_else(|never: std::convert::Infallible| match never {});
/// assert!(matches!(cached, Cached::Hit));
/// assert_eq!(kept, made);
/// # std::fs::remove_dir_all(directory).unwrap();
/// ```
#[derive(Clone, Debug)]
pub struct Kernels {
    directory: Option<PathBuf>,
    bound: u64,
}

/// Where an image came from.
///
/// ```
/// # use core::convert::Infallible;
/// # use polarnet_runtime::cuda::{cache::{Cached, Key, Kernels}, nvrtc::{Architecture, Image, Source, Version}};
/// # let source = Source { name: "a.cu", text: "…", headers: &[], options: &[] };
/// # let key = Key::new(&source, Architecture(9, 0), Version(13, 0));
/// # let directory = std::env::temp_dir().join(format!("polarnet-cache-cached-{}", std::process::id()));
/// let made = || Ok::<_, Infallible>(Image::Ptx("…".to_owned()));
/// let kernels = Kernels::at(&directory);
/// assert!(matches!(kernels.get(&key, made), Ok((_, Cached::Made))));
/// assert!(matches!(kernels.get(&key, made), Ok((_, Cached::Hit))));
/// # let _ = std::fs::remove_dir_all(directory);
/// ```
#[derive(Debug)]
pub enum Cached {
    /// It was kept.
    Hit,
    /// It was compiled, and is kept now.
    Made,
    /// It was compiled, and will be the next time.
    NotKept(NotKept),
}

/// Why a compiled kernel is not kept. To be told once: the next one is not kept for the same reason.
///
/// ```
/// # use core::convert::Infallible;
/// # use polarnet_runtime::cuda::{cache::{Cached, Key, Kernels, NotKept}, nvrtc::{Architecture, Image, Source, Version}};
/// # let source = Source { name: "a.cu", text: "…", headers: &[], options: &[] };
/// # let key = Key::new(&source, Architecture(9, 0), Version(13, 0));
/// # let directory = std::env::temp_dir().join(format!("polarnet-cache-not-kept-{}", std::process::id()));
/// let kernels = Kernels::at(&directory).bound(10);
/// let Ok((_, Cached::NotKept(why))) = kernels.get(&key, || Ok::<_, Infallible>(Image::Cubin(vec![0; 100]))) else { panic!() };
/// assert!(matches!(why, NotKept::TooLarge { bound: 10, .. }));
/// # let _ = std::fs::remove_dir_all(directory);
/// ```
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum NotKept {
    /// The system does not say where files are kept that can be made again.
    #[error("compiled kernels are not kept: there is no directory for them\nhelp: name one in POLARNET_KERNEL_CACHE")]
    NoPlace,
    /// It is larger than the whole cache may be.
    #[error(
        "a compiled kernel of {bytes} bytes is not kept: all together may have {bound}\nhelp: nothing; it is compiled each time"
    )]
    TooLarge {
        /// The bytes of its file.
        bytes: u64,
        /// What all may have.
        bound: u64,
    },
    /// The file could not be written.
    #[error(
        "compiled kernels are not kept: {}: {source}\nhelp: name a directory that can be written in POLARNET_KERNEL_CACHE",
        .file.display()
    )]
    File {
        /// The file.
        file: PathBuf,
        /// Why.
        source: io::Error,
    },
}

impl Kernels {
    /// What all entries may have together unless told, in bytes.
    ///
    /// ```
    /// # use polarnet_runtime::cuda::cache::Kernels;
    /// let small = Kernels::usual().bound(Kernels::BOUND / 4);
    /// assert!(format!("{small:?}").contains("bound: 67108864")); // 64 MiB
    /// ```
    pub const BOUND: u64 = 256 << 20;

    /// In the directory `POLARNET_KERNEL_CACHE`, or in `polarnet/kernels` where the system keeps what can be made again.
    ///
    /// ```
    /// use polarnet_runtime::cuda::cache::Kernels;
    ///
    /// println!("{:?}", Kernels::usual()); // where it is, and how large it may be
    /// ```
    #[must_use]
    pub fn usual() -> Kernels {
        let directory = kept::usual(|key| env::var_os(key), "POLARNET_KERNEL_CACHE", "kernels");
        Kernels { directory, bound: Kernels::BOUND }
    }

    /// In this directory, which is made if it is not there.
    ///
    /// ```
    /// # use core::convert::Infallible;
    /// # use polarnet_runtime::cuda::{cache::{Key, Kernels}, nvrtc::{Architecture, Image, Source, Version}};
    /// # let source = Source { name: "a.cu", text: "…", headers: &[], options: &[] };
    /// # let key = Key::new(&source, Architecture(9, 0), Version(13, 0));
    /// # let directory = std::env::temp_dir().join(format!("polarnet-cache-at-{}", std::process::id()));
    /// Kernels::at(&directory).get(&key, || Ok::<_, Infallible>(Image::Ptx("…".to_owned()))).unwrap();
    /// let file = std::fs::read_dir(&directory).unwrap().next().unwrap().unwrap();
    /// assert!(file.file_name().to_str().unwrap().ends_with(".kernel"));
    /// # let _ = std::fs::remove_dir_all(directory);
    /// ```
    #[must_use]
    pub fn at(directory: impl Into<PathBuf>) -> Kernels {
        Kernels { directory: Some(directory.into()), bound: Kernels::BOUND }
    }

    /// What all entries may have together, in bytes. Those that were not used for longest go.
    ///
    /// ```
    /// # use core::convert::Infallible;
    /// # use polarnet_runtime::cuda::{cache::{Cached, Key, Kernels, NotKept}, nvrtc::{Architecture, Image, Source, Version}};
    /// # let source = Source { name: "a.cu", text: "…", headers: &[], options: &[] };
    /// # let key = Key::new(&source, Architecture(9, 0), Version(13, 0));
    /// # let directory = std::env::temp_dir().join(format!("polarnet-cache-bound-{}", std::process::id()));
    /// let kernels = Kernels::at(&directory).bound(0); // nothing is kept
    /// let (_, cached) = kernels.get(&key, || Ok::<_, Infallible>(Image::Ptx("…".to_owned()))).unwrap();
    /// assert!(matches!(cached, Cached::NotKept(NotKept::TooLarge { bound: 0, .. })));
    /// # let _ = std::fs::remove_dir_all(directory);
    /// ```
    #[must_use]
    pub fn bound(self, bytes: u64) -> Kernels {
        Kernels { bound: bytes, ..self }
    }

    /// The source, compiled now or before.
    ///
    /// ```
    /// use polarnet_runtime::cuda::{cache::Kernels, nvrtc::{Architecture, Error, Nvrtc, Source}};
    ///
    /// let source = Source { name: "wrong.cu", text: "wrong", headers: &[], options: &[] };
    /// if let Ok(nvrtc) = Nvrtc::load() {
    ///     let error = Kernels::usual().compile(nvrtc, &source, Architecture(9, 0)).unwrap_err();
    ///     assert!(matches!(error, Error::Compile(_))); // and nothing is kept
    /// }
    /// ```
    ///
    /// # Errors
    ///
    /// It does not compile.
    pub fn compile(
        &self,
        nvrtc: &Nvrtc,
        source: &Source<'_>,
        device: Architecture,
    ) -> Result<(Image, Cached), nvrtc::Error> {
        self.get(&Key::new(source, device, nvrtc.version()), || nvrtc.compile(source, device))
    }

    /// What is kept under this key, else what is made now.
    ///
    /// ```
    /// # use core::convert::Infallible;
    /// # use polarnet_runtime::cuda::{cache::{Key, Kernels}, nvrtc::{Architecture, Image, Source, Version}};
    /// # let source = Source { name: "a.cu", text: "…", headers: &[], options: &[] };
    /// # let key = Key::new(&source, Architecture(9, 0), Version(13, 0));
    /// # let directory = std::env::temp_dir().join(format!("polarnet-cache-get-{}", std::process::id()));
    /// let kernels = Kernels::at(&directory);
    /// assert_eq!(kernels.get(&key, || Err("it does not compile")).unwrap_err(), "it does not compile");
    /// let (image, _) = kernels.get(&key, || Ok::<_, Infallible>(Image::Ptx("…".to_owned()))).unwrap();
    /// assert_eq!(image, Image::Ptx("…".to_owned()));
    /// # let _ = std::fs::remove_dir_all(directory);
    /// ```
    ///
    /// # Errors
    ///
    /// Those of `make`.
    pub fn get<E>(&self, key: &Key, make: impl FnOnce() -> Result<Image, E>) -> Result<(Image, Cached), E> {
        let Some(directory) = &self.directory else { return Ok((make()?, Cached::NotKept(NotKept::NoPlace))) };
        let file = directory.join(format!("{key}.{ENDING}"));
        if let Some(image) = self.read(&file, key) {
            return Ok((image, Cached::Hit));
        }
        let image = make()?;
        let cached = match self.keep(directory, &file, &entry::write(key, &image)) {
            Ok(()) => Cached::Made,
            Err(why) => Cached::NotKept(why),
        };
        Ok((image, cached))
    }

    /// `None` also for what cannot be read, or is damaged: it is made again then. A pipe would be waited for, a device read for ever.
    fn read(&self, file: &Path, key: &Key) -> Option<Image> {
        let known = fs::metadata(file).ok()?;
        if !known.is_file() || known.len() > self.bound {
            return None;
        }
        let image = entry::read(key, &fs::read(file).ok()?)?;
        // That it was used now is only to know which goes first.
        let _ = fs::File::options().append(true).open(file).and_then(|file| file.set_modified(SystemTime::now()));
        Some(image)
    }

    fn keep(&self, directory: &Path, file: &Path, bytes: &[u8]) -> Result<(), NotKept> {
        let length = bytes.len() as u64;
        if length > self.bound {
            return Err(NotKept::TooLarge { bytes: length, bound: self.bound });
        }
        kept::replace(file, bytes).map_err(|source| NotKept::File { file: file.to_owned(), source })?;
        evict(directory, file, self.bound);
        Ok(())
    }
}

/// Removes what was not used for longest until all have `bound` bytes, but not `new`. What others remove meanwhile is gone, too.
fn evict(directory: &Path, new: &Path, bound: u64) {
    let Ok(files) = fs::read_dir(directory) else { return };
    let now = SystemTime::now();
    let mut all = 0;
    let mut old = Vec::new();
    for file in files.flatten() {
        let (path, Ok(metadata)) = (file.path(), file.metadata()) else { continue };
        let used = metadata.modified().unwrap_or(SystemTime::UNIX_EPOCH);
        if is_entry(&path) {
            all += metadata.len();
            if path != new {
                old.push((used, metadata.len(), path));
            }
        } else if is_abandoned(&path, now.duration_since(used).unwrap_or_default()) {
            let _ = fs::remove_file(path);
        }
    }
    old.sort();
    for (_, length, path) in old {
        if all <= bound {
            break;
        }
        let _ = fs::remove_file(path);
        all -= length;
    }
}

fn is_entry(path: &Path) -> bool {
    let stem = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
    path.extension().is_some_and(|ending| ending == ENDING) && Key::is_name(stem)
}

/// `.HASH.kernel.RANDOM`, as `kept::replace` names what it has not written whole yet.
fn is_abandoned(path: &Path, age: Duration) -> bool {
    let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    let entry = name.strip_prefix('.').and_then(|name| name.rsplit_once('.'));
    age > ABANDONED && entry.is_some_and(|(entry, _)| is_entry(entry.as_ref()))
}
