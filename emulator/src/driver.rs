//! The shared library, and the functions that it has beside those of a driver.

use std::ffi::{c_char, c_int};

use libloading::Library;

use crate::LoadError;

/// Loaded for as long as the process lives.
pub(crate) struct Driver {
    pub set: unsafe extern "C" fn(*const c_char, u64) -> c_int,
    pub get: unsafe extern "C" fn(*const c_char, *mut u64) -> c_int,
    pub report: unsafe extern "C" fn(*mut c_char, u64) -> u64,
    pub kernel: unsafe extern "C" fn(u64) -> *const c_char,
    pub reset: unsafe extern "C" fn(),
}

impl Driver {
    pub(crate) fn load() -> Result<Self, LoadError> {
        let (Some(driver), Some(versioned), Some(nvrtc)) = (
            option_env!("POLARNET_EMULATOR_DRIVER"),
            option_env!("POLARNET_EMULATOR_DRIVER_1"),
            option_env!("POLARNET_EMULATOR_NVRTC"),
        ) else {
            return Err(LoadError::System);
        };
        let open = |path: &str| {
            // SAFETY: the library was built with this crate; what it does when it is loaded is to note its kernels and to read its
            // settings from the environment.
            unsafe { Library::new(path) }
        };
        let library = open(driver)?;
        // SAFETY: the types are those of the definitions in cpp/settings.cpp.
        let loaded = unsafe {
            Self {
                set: *library.get(b"emulator_set\0")?,
                get: *library.get(b"emulator_get\0")?,
                report: *library.get(b"emulator_report\0")?,
                kernel: *library.get(b"emulator_kernel\0")?,
                reset: *library.get(b"emulator_reset\0")?,
            }
        };
        let versioned = open(versioned)?;
        let nvrtc = open(nvrtc)?;
        // All stay, as what was taken from them does.
        std::mem::forget((library, versioned, nvrtc));
        Ok(loaded)
    }
}
