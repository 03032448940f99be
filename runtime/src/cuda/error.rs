//! What can go wrong with a CUDA device, each with what to do about it.

use super::Version;
use crate::error::Bytes;
use core::fmt;

/// Why there is no device, or what happened on it.
///
/// ```
/// use polarnet_runtime::cuda;
///
/// if let Err(error) = cuda::devices() {
///     let text = error.to_string();
///     let (what, help) = text.split_once("\nhelp: ").unwrap();
///     println!("{what}; {help}");
/// }
/// ```
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The driver's library cannot be loaded.
    #[error(
        "{UNAVAILABLE}: no CUDA driver on this machine\n\
         help: install NVIDIA's driver {RELEASE}; in a container, start it with access to the GPU; the CPU needs no driver"
    )]
    NoDriver,
    /// A library of the driver's name was loaded, but it is none: an empty one, or that of the toolkit, for linking.
    #[error(
        "{UNAVAILABLE}: the library that was found is no CUDA driver: {0}\n\
         help: install NVIDIA's driver {RELEASE}, and take directories named `stubs` out of LD_LIBRARY_PATH"
    )]
    NotADriver(String),
    /// The driver is older than the kernels.
    #[error(
        "{UNAVAILABLE}: the driver is one for CUDA {found}, and the kernels are for CUDA {needed}\n\
         help: install NVIDIA's driver {RELEASE}"
    )]
    DriverTooOld {
        /// The newest CUDA that the driver knows.
        found: Version,
        /// What it should know.
        needed: Version,
    },
    /// There is a driver, but nothing for it to drive.
    #[error(
        "{UNAVAILABLE}: no CUDA device on this machine\n\
         help: `nvidia-smi` lists what the driver sees; CUDA_VISIBLE_DEVICES may hide devices"
    )]
    NoDevice,
    /// There are devices, but not so many.
    #[error("there is no CUDA device {ordinal}\nhelp: {}", Ordinals(*.devices))]
    NoSuchDevice {
        /// The device that was asked for.
        ordinal: usize,
        /// How many there are.
        devices: usize,
    },
    /// The device cannot run the kernels.
    #[error(
        "the CUDA device {device} has compute capability {capability}, and the kernels are for {needed} or newer\n\
         help: use a device of the generation Ampere or a later one, or the CPU"
    )]
    DeviceTooOld {
        /// Its name.
        device: String,
        /// What it can do.
        capability: Version,
        /// What it should.
        needed: Version,
    },
    /// The device's memory is used up, by whichever program.
    #[error(
        "the CUDA device has no {} of memory, only {} are free\n\
         help: end other programs on the device, set a lower memory limit, or use a larger device",
        Bytes(*.asked), Bytes(*.free)
    )]
    OutOfMemory {
        /// Bytes that were asked for.
        asked: u64,
        /// Bytes that were free then.
        free: u64,
    },
    /// The memory limit of a [`CudaDevice`](super::CudaDevice) is reached.
    #[error(
        "the memory limit of {} on the CUDA device is reached: {} more were asked for\nhelp: raise the limit",
        Bytes(*.limit), Bytes(*.asked)
    )]
    MemoryLimit {
        /// Bytes that were asked for.
        asked: u64,
        /// The limit, in bytes.
        limit: u64,
    },
    /// The device cannot keep all blocks of a kernel running together.
    #[error("the CUDA device {device} has no cooperative launches\nhelp: use another device, or the CPU")]
    NoCooperativeLaunch {
        /// Its name.
        device: String,
    },
    /// A block has less shared memory than that.
    #[error(
        "a block of the CUDA device has {} of shared memory, and {} were asked for\nhelp: use smaller blocks",
        Bytes(*.most), Bytes(*.asked)
    )]
    SharedMemory {
        /// Bytes that were asked for.
        asked: u64,
        /// The most there are.
        most: u64,
    },
    /// A copy beyond the end of a buffer.
    #[error(
        "{start} to {end} is not in a buffer of {len} elements\n\
         help: copy what is in the buffer, or allocate a larger one"
    )]
    Range {
        /// The first element.
        start: usize,
        /// The one after the last.
        end: usize,
        /// Elements that there are.
        len: usize,
    },
    /// Things of two devices, or of one that was opened twice, do not go together.
    #[error(
        "a stream of one CUDA device was used with what is on another\nhelp: open a device once; clones are the same one"
    )]
    OtherDevice,
    /// The driver does not take code.
    #[error(
        "the CUDA driver does not load the kernels: {0}\n\
         help: install NVIDIA's driver {RELEASE}; kernels that were compiled for one device run on no older one"
    )]
    Module(String),
    /// There is no kernel of that name.
    #[error("the loaded code has no kernel `{0}`\nhelp: `extern \"C\"` keeps a kernel's name as it is written")]
    NoFunction(String),
    /// The device had an error after which the driver refuses everything until the process ends.
    #[error(
        "the CUDA device is lost to this process, since {doing} failed with {name}\n\
         help: start the program again; `compute-sanitizer` finds accesses that a kernel may not make"
    )]
    Lost {
        /// What failed first.
        doing: &'static str,
        /// The driver's name of the error.
        name: String,
    },
    /// Any other error of the driver.
    #[error("{doing} failed on the CUDA device: {name} ({code})\nhelp: the driver says: {text}")]
    Driver {
        /// What failed.
        doing: &'static str,
        /// The driver's name of the error.
        name: String,
        /// Its number.
        code: u32,
        /// The driver's words.
        text: String,
    },
    /// The book has rules with Rust in them.
    #[error(
        "the book has rules whose right side is Rust, which runs on the CPU only\nhelp: reduce it on the CPU, or write them as nets"
    )]
    RustInRules,
    /// A guard, or a value of a rule, is an elementary function of floats.
    #[error(
        "a rule of the book computes an elementary function of floats, which gives the same result on the CPU only\n\
         help: let an operator of the net compute it: `$([^x] out)`; the CPU answers that"
    )]
    ElementaryInRules,
}

/// How errors begin that leave no device at all.
const UNAVAILABLE: &str = "the CUDA back end is not available";

/// The driver that knows [`NEEDED`](super::driver::NEEDED).
const RELEASE: &str = "580 or newer";

struct Ordinals(usize);

impl fmt::Display for Ordinals {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            1 => f.write_str("this machine has one, device 0"),
            devices => write!(f, "this machine has {devices}, devices 0 to {}", devices.saturating_sub(1)),
        }
    }
}
