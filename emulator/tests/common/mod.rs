//! What the tests share: the one emulator of the process, one test at a time.
#![allow(dead_code)]

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use cudarc::driver::sys::CUresult;
use cudarc::driver::{CudaContext, CudaFunction, CudaModule, CudaStream, DriverError, LaunchConfig};
use polarnet_emulator::{Emulator, Options};

/// Any PTX: the kernels are those that are linked in.
pub const PTX: &str = ".version 9.0\n.target sm_90\n.address_size 64\n";

/// The device, as a test has it to itself. Fields are dropped in their order.
pub struct Device {
    pub module: Arc<CudaModule>,
    pub stream: Arc<CudaStream>,
    pub context: Arc<CudaContext>,
    pub emulator: Emulator,
    _alone: MutexGuard<'static, ()>,
}

static ALONE: Mutex<()> = Mutex::new(());

/// The emulator alone, for tests of what comes before a device.
pub fn emulator(options: Options) -> (Emulator, MutexGuard<'static, ()>) {
    let alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    (polarnet_emulator::load(options).unwrap(), alone)
}

/// A device without reports on the terminal.
pub fn device(options: Options) -> Device {
    let (emulator, alone) = emulator(Options { quiet: true, ..options });
    let context = CudaContext::new(0).unwrap();
    let stream = context.default_stream();
    let module = context.load_module(PTX.into()).unwrap();
    Device { module, stream, context, emulator, _alone: alone }
}

impl Device {
    pub fn kernel(&self, name: &str) -> CudaFunction {
        self.module.load_function(name).unwrap()
    }

    /// Waits, and gives what the kernels came to.
    pub fn outcome(&self) -> Result<(), CUresult> {
        self.stream.synchronize().map_err(|DriverError(code)| code)
    }

    /// That the kernel failed so, with a report that has all those texts.
    #[track_caller]
    pub fn failed(&self, code: CUresult, texts: &[&str]) {
        assert_eq!(self.outcome(), Err(code), "{}", self.emulator.report());
        let report = self.emulator.report();
        for text in texts {
            assert!(report.contains(text), "{text:?} is not in: {report}");
        }
    }
}

pub fn grid(blocks: u32, threads: u32) -> LaunchConfig {
    LaunchConfig { grid_dim: (blocks, 1, 1), block_dim: (threads, 1, 1), shared_mem_bytes: 0 }
}

/// With shared memory.
pub fn grid_shared(blocks: u32, threads: u32, shared_mem_bytes: u32) -> LaunchConfig {
    LaunchConfig { shared_mem_bytes, ..grid(blocks, threads) }
}

/// Launches `$kernel` of `$device` on `$grid` with the arguments.
#[macro_export]
macro_rules! launch {
    ($device:expr, $kernel:expr, $grid:expr $(, $argument:expr)* $(,)?) => {{
        let (kernel, grid) = ($device.kernel($kernel), $grid);
        #[allow(unused_mut)]
        let mut launch = $device.stream.launch_builder(&kernel);
        $(cudarc::driver::PushKernelArg::arg(&mut launch, $argument);)*
        // SAFETY: the arguments are those that the kernel of that name takes; what it does to memory is checked.
        unsafe { launch.launch(grid) }
    }};
}

/// Likewise, cooperatively.
#[macro_export]
macro_rules! launch_cooperative {
    ($device:expr, $kernel:expr, $grid:expr $(, $argument:expr)* $(,)?) => {{
        let (kernel, grid) = ($device.kernel($kernel), $grid);
        #[allow(unused_mut)]
        let mut launch = $device.stream.launch_builder(&kernel);
        $(cudarc::driver::PushKernelArg::arg(&mut launch, $argument);)*
        // SAFETY: as for `launch!`.
        unsafe { launch.launch_cooperative(grid) }
    }};
}
