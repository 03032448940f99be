//! Column passes on a CUDA device.
//!
//! ```text
//! Program ──compiled──▶ kernels, kept for the device
//! Batch, columns ──place──▶ one buffer each, by way of pinned memory (stage), on the run's own stream
//! run: slots for each step ──launches by level──▶ an event, waited for ──▶ faults, columns
//! ```
//!
//! Runs of several threads share nothing but what was compiled, so one's copies overlap the other's kernels.

mod call;
mod compiled;
mod given;
mod lane;
mod levels;
mod place;
mod resident;
mod run;
mod slots;
mod stage;

pub use call::Call;
pub use resident::{Fresh, Held, Residents};
pub use run::Run;

use super::{CudaDevice, Stream, cache::Kernels};
use crate::{
    device::Error,
    passes::{Kernel, Program},
};
use compiled::Shelf;
use core::fmt;
use stage::Blocks;
use std::sync::{Mutex, PoisonError};

/// A device with what its passes share.
pub struct Passes {
    device: CudaDevice,
    shelf: Shelf,
    blocks: Blocks,
    /// Those that no run has at the moment.
    streams: Mutex<Vec<Stream>>,
}

impl Passes {
    pub fn new(device: CudaDevice) -> Passes {
        Passes {
            device,
            shelf: Shelf::new(Kernels::usual()),
            blocks: Blocks::default(),
            streams: Mutex::new(Vec::new()),
        }
    }

    pub fn device(&self) -> &CudaDevice {
        &self.device
    }

    pub fn begin(&self, program: &'static Program) -> Result<Run<'_>, Error> {
        let kernels = self.shelf.kernels(&self.device, program)?;
        Run::new(self, program, kernels)
    }

    pub fn kernel(&self, kernel: &'static Kernel, blocks: [u32; 3]) -> Result<Call<'_>, Error> {
        let compiled = self.shelf.kernel(&self.device, kernel)?;
        Call::new(self, kernel, compiled, blocks)
    }

    /// A stream that nobody else uses.
    fn stream(&self) -> Result<Stream, super::Error> {
        let kept = self.streams.lock().unwrap_or_else(PoisonError::into_inner).pop();
        kept.map_or_else(|| Stream::new(&self.device), Ok)
    }

    fn put_back(&self, stream: Stream) {
        self.streams.lock().unwrap_or_else(PoisonError::into_inner).push(stream);
    }
}

impl fmt::Debug for Passes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Passes").field(&self.device).finish()
    }
}
