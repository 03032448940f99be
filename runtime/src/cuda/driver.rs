//! Layer 1: is there a driver, is it new enough, and which devices does it have?
//!
//! `cudarc` loads the driver's library when the first of its functions is called, and each function's symbol when that
//! one is; it panics where one is missing. These are the calls that may, and what keeps them from it:
//!
//! | call | panics | guard |
//! |---|---|---|
//! | anything | no library | [`load`] asks `is_culib_present` first |
//! | anything | the library lacks a symbol | [`load`] looks up all [`SYMBOLS`] first; nothing else is called here |
//! | `device::get_name` | a name without an end | not called: [`name`] has a buffer that has one |
//! | `alloc` | more bytes than a `usize` counts | `Buffer` multiplies with checks |
//! | `memcpy_…`, `slice` | outside of a buffer | `Buffer` checks the range |
//! | `load_module`, `load_function` | a NUL in text or name | `Module` looks for one |
//!
//! What is left: `cudarc` takes the number of an error for one of CUDA 13.0's; a driver for a later CUDA may have others.
//!
//! All of the module comes here first: a [`CudaDevice`](super::CudaDevice) exists only where [`load`] was content.

use super::Error;
use core::fmt;
use cudarc::driver::{
    DriverError,
    result::device,
    sys::{self, CUdevice, CUdevice_attribute, CUresult},
};
use std::{ffi::CStr, sync::OnceLock};

/// The CUDA that the driver must know: the kernels' PTX is of that version.
pub(super) const NEEDED: Version = Version { major: 13, minor: 0 };

/// What is called of the driver, by way of `cudarc`, in this module. The first [`ALWAYS`] are in every driver there is.
const SYMBOLS: [&str; 44] = [
    "cuInit",
    "cuDriverGetVersion",
    "cuGetErrorName",
    "cuGetErrorString",
    "cuDeviceGet",
    "cuDeviceGetCount",
    "cuDeviceGetName",
    "cuDeviceGetAttribute",
    "cuDeviceTotalMem_v2",
    "cuDevicePrimaryCtxRetain",
    "cuDevicePrimaryCtxRelease_v2",
    "cuCtxGetCurrent",
    "cuCtxSetCurrent",
    "cuCtxSynchronize",
    "cuMemGetInfo_v2",
    "cuMemAlloc_v2",
    "cuMemAllocAsync",
    "cuMemFree_v2",
    "cuMemFreeAsync",
    "cuDeviceGetDefaultMemPool",
    "cuMemPoolGetAttribute",
    "cuMemPoolSetAttribute",
    "cuMemPoolTrimTo",
    "cuMemsetD8Async",
    "cuMemcpyHtoDAsync_v2",
    "cuMemcpyDtoHAsync_v2",
    "cuStreamCreate",
    "cuStreamDestroy_v2",
    "cuStreamSynchronize",
    "cuStreamWaitEvent",
    "cuEventCreate",
    "cuEventDestroy_v2",
    "cuEventRecord",
    "cuEventQuery",
    "cuEventSynchronize",
    "cuEventElapsedTime_v2",
    "cuModuleLoadData",
    "cuModuleUnload",
    "cuModuleGetFunction",
    "cuFuncGetAttribute",
    "cuFuncSetAttribute",
    "cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags",
    "cuLaunchKernel",
    "cuLaunchCooperativeKernel",
];

/// So many of them are needed to learn, and to say, that a driver is too old.
const ALWAYS: usize = 4;

/// A version of CUDA, or a device's compute capability.
///
/// ```
/// use polarnet_runtime::cuda::Version;
///
/// let [ampere, hopper] = [Version { major: 8, minor: 0 }, Version { major: 9, minor: 0 }];
/// assert!(ampere < hopper);
/// assert_eq!(hopper.to_string(), "9.0");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Version {
    /// What is before the point.
    pub major: u32,
    /// What is behind it.
    pub minor: u32,
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.major, self.minor)
    }
}

/// A device, as the driver tells of it.
///
/// ```
/// use polarnet_runtime::cuda::{self, Version};
///
/// // Those that the kernels are for.
/// let new_enough = |info: &cuda::DeviceInfo| info.capability >= Version { major: 8, minor: 0 };
/// for info in cuda::devices().unwrap_or_default().iter().filter(|info| new_enough(info)) {
///     println!("{}: {}", info.ordinal, info.name);
/// }
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct DeviceInfo {
    /// Its number: what [`CudaDevice::open`](super::CudaDevice::open) takes.
    pub ordinal: usize,
    /// Its name.
    pub name: String,
    /// Its compute capability.
    pub capability: Version,
    /// Bytes of memory.
    pub memory: u64,
    /// Its multiprocessors.
    pub multiprocessors: u32,
    /// The newest CUDA that the driver knows.
    pub driver: Version,
}

impl fmt::Display for DeviceInfo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "device {}: {}, compute capability {}, {}, {} multiprocessors, driver for CUDA {}",
            self.ordinal,
            self.name,
            self.capability,
            crate::error::Bytes(self.memory),
            self.multiprocessors,
            self.driver
        )
    }
}

/// Is there a driver, and a device?
///
/// ```
/// use polarnet_runtime::cuda;
///
/// assert_eq!(cuda::is_available(), cuda::devices().is_ok());
/// ```
#[must_use]
pub fn is_available() -> bool {
    load().is_ok_and(|_| count().is_ok())
}

/// All devices, those that are too old for the kernels among them; at least one.
///
/// ```
/// use polarnet_runtime::cuda;
///
/// match cuda::devices() {
///     Ok(devices) => assert!(!devices.is_empty()),
///     Err(error) => println!("{error}"), // what is missing, and what to do
/// }
/// ```
///
/// # Errors
///
/// Why there are none.
pub fn devices() -> Result<Vec<DeviceInfo>, Error> {
    let driver = load()?;
    (0..count()?).map(|ordinal| info(ordinal, driver)).collect()
}

/// The device of that number.
pub(super) fn find(ordinal: usize) -> Result<DeviceInfo, Error> {
    let (driver, devices) = (load()?, count()?);
    if ordinal < devices { info(ordinal, driver) } else { Err(Error::NoSuchDevice { ordinal, devices }) }
}

/// Loads the driver, unless it is. Returns the CUDA that it knows.
fn load() -> Result<Version, Error> {
    static LOADED: OnceLock<Version> = OnceLock::new();
    if let Some(&version) = LOADED.get() {
        return Ok(version);
    }
    // SAFETY: the initialisers of a driver's library, and of what people call so, may run in any process.
    if !unsafe { sys::is_culib_present() } {
        return Err(Error::NoDriver);
    }
    // SAFETY: as before. There is a library, so that this does not panic.
    let library = unsafe { sys::culib() };
    let has = |symbol: &str| {
        // SAFETY: whatever the symbol's type is: nobody calls it here.
        unsafe { library.get::<unsafe extern "C" fn()>(symbol.as_bytes()) }.is_ok()
    };
    let version = checked(has, || {
        let mut version = 0;
        // SAFETY: it writes an integer, and needs no initialisation. The symbol is there.
        initial(unsafe { sys::cuDriverGetVersion(&mut version) }).map(|()| version)
    })?;
    // SAFETY: the symbol is there, and no flags are all it takes.
    initial(unsafe { sys::cuInit(0) })?;
    Ok(*LOADED.get_or_init(|| version))
}

/// Is a library that has these symbols a driver that is new enough? An old one lacks some: its version is looked at first.
fn checked(has: impl Fn(&str) -> bool, version: impl FnOnce() -> Result<i32, Error>) -> Result<Version, Error> {
    let (always, since) = SYMBOLS.split_at(ALWAYS);
    let lacks = |symbol: &&str| Error::NotADriver(format!("it lacks `{symbol}`"));
    if let Some(symbol) = always.iter().find(|symbol| !has(symbol)) {
        return Err(lacks(symbol));
    }
    let number = u32::try_from(version()?).unwrap_or(0);
    let found = Version { major: number / 1000, minor: number % 1000 / 10 };
    if found < NEEDED {
        return Err(Error::DriverTooOld { found, needed: NEEDED });
    }
    match since.iter().find(|symbol| !has(symbol)) {
        Some(symbol) => Err(lacks(symbol)),
        None => Ok(found),
    }
}

/// What the driver says to being loaded.
fn initial(result: CUresult) -> Result<(), Error> {
    match result {
        CUresult::CUDA_SUCCESS => Ok(()),
        CUresult::CUDA_ERROR_STUB_LIBRARY => {
            Err(Error::NotADriver("it is a stub of the toolkit's, for linking".into()))
        }
        CUresult::CUDA_ERROR_NO_DEVICE => Err(Error::NoDevice),
        // It is there for nothing, as where the kernel's module is missing or of another version.
        CUresult::CUDA_ERROR_SYSTEM_DRIVER_MISMATCH => {
            Err(Error::NotADriver("it is not of the version of the driver in the system's kernel".into()))
        }
        code => Err(failed("loading the driver", DriverError(code))),
    }
}

/// How many devices there are; at least one.
fn count() -> Result<usize, Error> {
    match device::get_count() {
        Ok(count) => usize::try_from(count).ok().filter(|&count| count > 0).ok_or(Error::NoDevice),
        Err(DriverError(CUresult::CUDA_ERROR_NO_DEVICE)) => Err(Error::NoDevice),
        Err(error) => Err(failed("counting the devices", error)),
    }
}

/// The device of that number, which there is.
fn info(ordinal: usize, driver: Version) -> Result<DeviceInfo, Error> {
    let read = || {
        let handle =
            device::get(i32::try_from(ordinal).map_err(|_| DriverError(CUresult::CUDA_ERROR_INVALID_DEVICE))?)?;
        let of = |attribute| attribute_of(handle, attribute);
        Ok(DeviceInfo {
            ordinal,
            name: name(handle)?,
            capability: Version {
                major: of(CUdevice_attribute::CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR)?,
                minor: of(CUdevice_attribute::CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR)?,
            },
            // SAFETY: the device was just found.
            memory: unsafe { device::total_mem(handle) }? as u64,
            multiprocessors: of(CUdevice_attribute::CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT)?,
            driver,
        })
    };
    read().map_err(|error| failed("asking for a device's properties", error))
}

/// An attribute of a device. None of them is negative.
pub(super) fn attribute_of(handle: CUdevice, attribute: CUdevice_attribute) -> Result<u32, DriverError> {
    // SAFETY: callers have the device from the driver.
    let value = unsafe { device::get_attribute(handle, attribute) }?;
    Ok(u32::try_from(value).unwrap_or(0))
}

fn name(handle: CUdevice) -> Result<String, DriverError> {
    let mut buffer = [0_u8; 256];
    // SAFETY: the last byte is not lent, and stays 0.
    unsafe { sys::cuDeviceGetName(buffer.as_mut_ptr().cast(), buffer.len() as i32 - 1, handle) }.result()?;
    Ok(CStr::from_bytes_until_nul(&buffer).map_or_else(|_| String::new(), |name| name.to_string_lossy().into_owned()))
}

/// The error of a call that did this.
pub(super) fn failed(doing: &'static str, error: DriverError) -> Error {
    let text = |text: Result<&CStr, DriverError>| text.map(|text| text.to_string_lossy().into_owned());
    Error::Driver {
        doing,
        name: text(error.error_name()).unwrap_or_else(|_| "an error without a name".into()),
        code: error.0 as u32,
        text: text(error.error_string()).unwrap_or_else(|_| "nothing".into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_library_is_no_driver_if_it_lacks_a_symbol() {
        for (at, missing) in SYMBOLS.iter().enumerate() {
            let found = checked(|symbol| symbol != *missing, || Ok(13_000));
            assert_eq!(found, Err(Error::NotADriver(format!("it lacks `{missing}`"))), "{at}");
        }
        let all = |version: i32| checked(|_| true, || Ok(version));
        assert_eq!(all(13_000), Ok(NEEDED));
        assert_eq!(all(13_020), Ok(Version { major: 13, minor: 2 }));
    }

    #[test]
    fn an_old_driver_is_told_from_none_by_its_version() {
        let found = checked(|symbol| SYMBOLS[..ALWAYS].contains(&symbol), || Ok(12_080));
        assert_eq!(found, Err(Error::DriverTooOld { found: Version { major: 12, minor: 8 }, needed: NEEDED }));
    }

    #[test]
    fn what_the_driver_says_at_first() {
        assert_eq!(initial(CUresult::CUDA_SUCCESS), Ok(()));
        assert_eq!(initial(CUresult::CUDA_ERROR_NO_DEVICE), Err(Error::NoDevice));
        let stub = initial(CUresult::CUDA_ERROR_STUB_LIBRARY).unwrap_err().to_string();
        assert!(stub.contains("it is a stub") && stub.contains("help: "), "{stub}");
        let mismatch = initial(CUresult::CUDA_ERROR_SYSTEM_DRIVER_MISMATCH).unwrap_err().to_string();
        assert!(mismatch.contains("kernel"), "{mismatch}");
    }
}
