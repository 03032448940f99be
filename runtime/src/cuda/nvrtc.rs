//! CUDA C++, compiled while the program runs.
//!
//! ```text
//! Source + Architecture ──Nvrtc::compile──▶ Image ──CudaDevice──▶ kernels
//! ```
//!
//! NVRTC is a library of the CUDA toolkit, apart from the driver. It is loaded when it is asked for, from the folder
//! `POLARNET_NVRTC`, else from where the system looks for libraries.
//!
//! ```
//! use polarnet_runtime::cuda::nvrtc::Nvrtc;
//!
//! match Nvrtc::load() {
//!     Ok(nvrtc) => println!("NVRTC {}", nvrtc.version()),
//!     Err(error) => println!("{error}"), // what is missing, and what to do
//! }
//! ```

mod error;
mod library;
mod log;
#[cfg(test)]
mod tests;

pub use error::{Diagnosis, Error, Line};

use core::fmt;
use library::{Functions, Program};
use std::{
    env,
    ffi::{CString, c_int},
    path::Path,
    sync::OnceLock,
};

/// What all sources are compiled with. No multiplication and addition is made one: numbers are the CPU's, bit for bit.
///
/// ```
/// use polarnet_runtime::cuda::nvrtc::OPTIONS;
///
/// assert!(OPTIONS.contains(&"--std=c++17"));
/// ```
pub const OPTIONS: [&str; 2] = ["--std=c++17", "--fmad=false"];

/// The oldest version that is asked to compile.
///
/// ```
/// use polarnet_runtime::cuda::nvrtc::{OLDEST, Version};
///
/// assert!(Version(11, 8) < OLDEST && OLDEST <= Version(13, 0));
/// ```
pub const OLDEST: Version = Version(12, 0);

/// A version of NVRTC, that of the toolkit it comes with.
///
/// ```
/// use polarnet_runtime::cuda::nvrtc::Version;
///
/// assert_eq!(Version(12, 8).to_string(), "12.8");
/// assert!(Version(12, 8) < Version(13, 0));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Version(pub u32, pub u32);

impl Version {
    fn of(major: c_int, minor: c_int) -> Version {
        let number = |part| u32::try_from(part).unwrap_or(0);
        Version(number(major), number(minor))
    }
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.0, self.1)
    }
}

/// What code is compiled for: the compute capability of a device.
///
/// ```
/// use polarnet_runtime::cuda::nvrtc::Architecture;
///
/// assert_eq!(Architecture(9, 0).to_string(), "sm_90");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Architecture(pub u32, pub u32);

impl fmt::Display for Architecture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "sm_{}{}", self.0, self.1)
    }
}

/// CUDA C++.
///
/// ```
/// use polarnet_runtime::cuda::nvrtc::{Architecture, Nvrtc, Source};
///
/// let source = Source {
///     name: "add.cu",
///     text: "#include \"one.cuh\"\nextern \"C\" __global__ void add(int* a) { *a += one(); }",
///     headers: &[("one.cuh", "__device__ int one() { return 1; }")],
///     options: &[],
/// };
/// if let Ok(nvrtc) = Nvrtc::load() {
///     assert!(nvrtc.compile(&source, Architecture(9, 0)).is_ok());
/// }
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Source<'s> {
    /// What it is called in messages.
    pub name: &'s str,
    /// The text.
    pub text: &'s str,
    /// What it may include: names, as in `#include "name"`, and texts.
    pub headers: &'s [(&'s str, &'s str)],
    /// Beside [`OPTIONS`]: `-DNAME=1`, say.
    pub options: &'s [&'s str],
}

/// What a driver loads.
///
/// ```
/// use polarnet_runtime::cuda::{CudaDevice, Error, Module, nvrtc::Image};
///
/// /// # Safety
/// ///
/// /// The image is whole, as NVRTC made it.
/// unsafe fn load(device: &CudaDevice, image: &Image) -> Result<Module, Error> {
///     match image {
///         // SAFETY: the caller's word.
///         Image::Cubin(code) => unsafe { Module::load_cubin(device, code) },
///         Image::Ptx(text) => Module::load(device, text),
///     }
/// }
/// # let no_image = Image::Ptx(String::new());
/// # // SAFETY: it holds nothing, which the driver refuses.
/// # if let Ok(device) = CudaDevice::open(0) { assert!(unsafe { load(&device, &no_image) }.is_err()) }
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Image {
    /// Code of the device's own.
    Cubin(Vec<u8>),
    /// Assembly of an older architecture, for devices newer than NVRTC. The driver compiles it.
    Ptx(String),
}

/// NVRTC, loaded. It stays so until the program ends.
///
/// ```
/// use polarnet_runtime::cuda::nvrtc::{Architecture, Error, Image, Nvrtc, Source};
///
/// let source = Source {
///     name: "add.cu",
///     text: "extern \"C\" __global__ void add(int* a) { a[threadIdx.x] += N; }",
///     headers: &[],
///     options: &["-DN=1"],
/// };
/// match Nvrtc::load().and_then(|nvrtc| nvrtc.compile(&source, Architecture(9, 0))) {
///     Ok(Image::Cubin(code)) => assert!(code.starts_with(b"\x7fELF")),
///     Ok(Image::Ptx(_)) => unreachable!("all versions know 9.0"),
///     Err(error @ (Error::Missing { .. } | Error::Old { .. })) => println!("{error}"), // with what to do
///     Err(error) => panic!("{error}"),
/// }
/// ```
#[derive(Debug)]
pub struct Nvrtc {
    functions: Functions,
    version: Version,
}

impl Nvrtc {
    /// The NVRTC of this process, loaded the first time that it is there.
    ///
    /// ```
    /// use polarnet_runtime::cuda::nvrtc::Nvrtc;
    ///
    /// if let (Ok(one), Ok(two)) = (Nvrtc::load(), Nvrtc::load()) {
    ///     assert!(core::ptr::eq(one, two));
    /// }
    /// ```
    ///
    /// # Errors
    ///
    /// There is none, or one that is too old.
    pub fn load() -> Result<&'static Nvrtc, Error> {
        static LOADED: OnceLock<Nvrtc> = OnceLock::new();
        if let Some(nvrtc) = LOADED.get() {
            return Ok(nvrtc);
        }
        let folder = env::var_os("POLARNET_NVRTC").filter(|folder| !folder.is_empty());
        let nvrtc = Nvrtc::load_from(folder.as_deref().map(Path::new))?;
        Ok(LOADED.get_or_init(|| nvrtc))
    }

    /// The one in this folder, else that which the system finds.
    ///
    /// ```
    /// use polarnet_runtime::cuda::nvrtc::{Error, Nvrtc};
    ///
    /// let error = Nvrtc::load_from(Some("/there/is/nothing".as_ref())).unwrap_err();
    /// assert!(matches!(error, Error::Missing { .. }));
    /// ```
    ///
    /// # Errors
    ///
    /// There is none, or one that is too old.
    pub fn load_from(folder: Option<&Path>) -> Result<Nvrtc, Error> {
        Nvrtc::over(library::load(folder)?)
    }

    fn over(functions: Functions) -> Result<Nvrtc, Error> {
        let version = functions.version()?;
        if version < OLDEST { Err(Error::Old { found: version }) } else { Ok(Nvrtc { functions, version }) }
    }

    /// Its version.
    ///
    /// ```
    /// use polarnet_runtime::cuda::nvrtc::{Nvrtc, OLDEST};
    ///
    /// if let Ok(nvrtc) = Nvrtc::load() {
    ///     assert!(nvrtc.version() >= OLDEST);
    /// }
    /// ```
    #[must_use]
    pub fn version(&self) -> Version {
        self.version
    }

    /// Compiles a source for a device.
    ///
    /// ```
    /// use polarnet_runtime::cuda::nvrtc::{Architecture, Error, Nvrtc, Source};
    ///
    /// let source = |text| Source { name: "a.cu", text, headers: &[], options: &[] };
    /// if let Ok(nvrtc) = Nvrtc::load() {
    ///     assert!(nvrtc.compile(&source("__global__ void nothing() {}"), Architecture(9, 0)).is_ok());
    ///     let error = nvrtc.compile(&source("__global__ int nothing() {}"), Architecture(9, 0)).unwrap_err();
    ///     assert!(matches!(error, Error::Compile(_)), "{error}");
    /// }
    /// ```
    ///
    /// # Errors
    ///
    /// The source is wrong, or the device is older than what this version compiles for, or NVRTC itself fails.
    pub fn compile(&self, source: &Source<'_>, device: Architecture) -> Result<Image, Error> {
        let target =
            target(&self.functions.architectures()?, device).ok_or(Error::Device { device, version: self.version })?;
        let mut options = vec![format!("--gpu-architecture={target}")];
        options.extend(OPTIONS.iter().chain(source.options).map(|&option| option.to_owned()));

        let text = |text: &str| CString::new(text).map_err(|_| Error::Zero { name: source.name.to_owned() });
        let headers = source
            .headers
            .iter()
            .map(|(name, header)| Ok((text(name)?, text(header)?)))
            .collect::<Result<Vec<_>, Error>>()?;
        let options = options.iter().map(|option| text(option)).collect::<Result<Vec<_>, Error>>()?;

        let program = Program::new(&self.functions, &text(source.name)?, &text(source.text)?, &headers)?;
        if let Err(failed) = program.compile(&options) {
            return Err(log::error(source, self.version, target, failed, program.log().unwrap_or_default()));
        }
        match target {
            Target::Code(_) => Ok(Image::Cubin(program.cubin()?)),
            Target::Assembly(_) => Ok(Image::Ptx(program.ptx()?)),
        }
    }
}

/// What is asked of NVRTC.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Target {
    Code(c_int),
    Assembly(c_int),
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Target::Code(number) => write!(f, "sm_{number}"),
            Target::Assembly(number) => write!(f, "compute_{number}"),
        }
    }
}

/// Code for the device if NVRTC knows it, else assembly for the newest that is older. `None` if the device is older than all.
fn target(known: &[c_int], Architecture(major, minor): Architecture) -> Option<Target> {
    let device = c_int::try_from(major.checked_mul(10)?.checked_add(minor)?).ok()?;
    let newest = known.iter().copied().filter(|&known| known <= device).max()?;
    Some(if newest == device { Target::Code(device) } else { Target::Assembly(newest) })
}
