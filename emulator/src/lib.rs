//! Runs CUDA kernels on the CPU, for tests: their unmodified source, behind a stand-in for the driver, `libcuda.so`, so that
//! unmodified host code over `cudarc` talks to it.
//!
//! - Every CUDA thread is a fiber. Which fiber runs is drawn from a seed, anew at each primitive of `port.cuh`: an interleaving
//!   can be had again, and a thousand seeds are a thousand interleavings.
//! - The primitives check their addresses, barriers and masks. What is wrong is reported with the kernel, the block, the
//!   thread and the line, and the launch fails with the driver's error, as on a device: every later call gives it, until
//!   [`Emulator::reset`]. A deadlock is reported with where each thread waits.
//! - With [`Options::late_stores`] and [`Options::stale_loads`] other threads' memory is as late and as much out of order as the
//!   PTX memory model allows, so that a missing fence shows. What a launch writes by primitives it must read by primitives then.
//!   Built with ThreadSanitizer (`ci/emulator.sh tsan`), data races are found; it knows the fences.
//! - The device is small, fresh memory is `0xcd`, and memory, launches and the driver itself can be made to fail.
//!
//! **Its timings mean nothing.** `now` counts primitives, and events measure the emulator.
//!
//! The kernels are those linked in when this crate was built: `runtime/kernels/*.cu`, and tests of its own. A module that is
//! loaded may be any PTX; its kernels are found by their names. There is a stand-in for NVRTC, `libnvrtc.so`, too: it has the C++ compiler
//! make a shared object of a source that is written with `port.cuh`, or with those of CUDA's own words that `cpp/cuda.hpp` has, and a module that is loaded from that has its own kernels. Tests of other crates that run on
//! it belong into `emulator/tests`, so that those crates can be tested without a C++ compiler.
//!
//! ```
//! # #[cfg(all(target_os = "linux", target_env = "gnu"))]
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! use cudarc::driver::{CudaContext, LaunchConfig, PushKernelArg};
//! use polarnet_emulator::Options;
//!
//! // Before anything of `cudarc`.
//! let emulator = polarnet_emulator::load(Options { seed: 7, ..Options::default() })?;
//!
//! let stream = CudaContext::new(0)?.default_stream();
//! let module = stream.context().load_module(".version 8.0\n.target sm_80\n".into())?;
//! let kernel = module.load_function("divergent_shuffles")?;
//! let mut out = stream.alloc_zeros::<u64>(32)?;
//! let grid = LaunchConfig { grid_dim: (1, 1, 1), block_dim: (32, 1, 1), shared_mem_bytes: 0 };
//! // SAFETY: the kernel takes one pointer, to a word for each thread.
//! unsafe { stream.launch_builder(&kernel).arg(&mut out).launch(grid) }?;
//! assert_eq!(stream.clone_dtoh(&out)?[4], 6 << 32 | 6);
//! assert!(emulator.counts().steps > 0);
//! # Ok(())
//! # }
//! # #[cfg(not(all(target_os = "linux", target_env = "gnu")))]
//! # fn main() {}
//! ```

mod driver;
mod options;

use std::ffi::CStr;
use std::sync::{Mutex, OnceLock, PoisonError};

use driver::Driver;
pub use options::{Counts, Options, Setting};

/// Why the emulator cannot be loaded.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// It was built for another system.
    #[error("the emulator of CUDA runs on Linux with the GNU C library only")]
    System,
    /// The system cannot load what was built.
    #[error("the emulator of CUDA cannot be loaded: {0}\nhelp: build it again: `cargo clean -p polarnet-emulator`")]
    Library(#[from] libloading::Error),
}

/// Loads the stand-in for the driver, once in a process, and sets it; called again, it sets it anew, as [`Emulator::reset`] does.
///
/// `cudarc` loads the driver when it is first needed, by the name `libcuda.so`, and the system gives it what is loaded under
/// that name already: this. So it has to be called before anything of `cudarc` is; after that, a driver of the machine is
/// not looked for.
pub fn load(options: Options) -> Result<Emulator, LoadError> {
    static LOADED: OnceLock<Driver> = OnceLock::new();
    static LOADING: Mutex<()> = Mutex::new(());
    let _guard = LOADING.lock().unwrap_or_else(PoisonError::into_inner);
    let driver = match LOADED.get() {
        Some(driver) => driver,
        None => {
            let driver = Driver::load()?;
            LOADED.get_or_init(|| driver)
        }
    };
    let emulator = Emulator { driver };
    emulator.reset(options);
    Ok(emulator)
}

/// The emulator of this process.
#[derive(Clone, Copy)]
pub struct Emulator {
    driver: &'static Driver,
}

impl Emulator {
    /// Sets something between launches.
    pub fn set(&self, setting: Setting, value: u64) {
        // SAFETY: the name ends with a zero; the function takes a lock.
        let known = unsafe { (self.driver.set)(setting.name().as_ptr(), value) };
        debug_assert_eq!(known, 1, "{setting:?}");
    }

    /// What is set.
    pub fn get(&self, setting: Setting) -> u64 {
        self.number(setting.name())
    }

    fn number(&self, name: &CStr) -> u64 {
        let mut value = 0;
        // SAFETY: the name ends with a zero, and the value is written while it is borrowed.
        let known = unsafe { (self.driver.get)(name.as_ptr(), &mut value) };
        debug_assert_eq!(known, 1, "{name:?}");
        value
    }

    /// What was counted since the process began.
    pub fn counts(&self) -> Counts {
        Counts {
            launches: self.number(c"launches"),
            blocks: self.number(c"blocks"),
            steps: self.number(c"steps"),
            switches: self.number(c"switches"),
            late_stores: self.number(c"stores_late"),
            allocations: self.number(c"allocations"),
            allocated_bytes: self.number(c"allocated_bytes"),
            compilations: self.number(c"compilations"),
        }
    }

    /// What went wrong last, since the last reset; empty where nothing did.
    pub fn report(&self) -> String {
        let mut bytes = vec![0u8; 64];
        loop {
            // SAFETY: the buffer is as long as is said.
            let length = unsafe { (self.driver.report)(bytes.as_mut_ptr().cast(), bytes.len() as u64) } as usize;
            if length < bytes.len() {
                bytes.truncate(length);
                return String::from_utf8_lossy(&bytes).into_owned();
            }
            // Another thread may report meanwhile.
            bytes.resize(length + 64, 0);
        }
    }

    /// The names of the kernels that are linked in.
    pub fn kernels(&self) -> Vec<String> {
        (0..)
            .map_while(|index| {
                // SAFETY: it gives null past the last, and otherwise a name that lives as long as the process.
                let name = unsafe { (self.driver.kernel)(index) };
                // SAFETY: as above.
                (!name.is_null()).then(|| unsafe { CStr::from_ptr(name) }.to_string_lossy().into_owned())
            })
            .collect()
    }

    /// As in a new process: no error, no report, no context, no memory, no stream. Handles of `cudarc` that are still there are
    /// refused from then on, so drop them first where their errors matter.
    pub fn reset(&self, options: Options) {
        // SAFETY: it takes a lock; what it forgets is known by handles only, which are looked up before they are used.
        unsafe { (self.driver.reset)() };
        for (setting, value) in options.settings() {
            self.set(setting, value);
        }
    }
}
