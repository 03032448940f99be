//! CUDA devices: the same nets, reduced on a GPU.
//!
//! ```text
//! layer 1   driver ─── is there one, new enough? which devices? ──▶ DeviceInfo, or an Error that says what to do
//! layer 2   CudaDevice ──▶ Buffer (memory)   Stream, Event (stream)   Module ──▶ Function ──launch (kernel)
//! layer 3   book ─── the program as tables    room ─── how memory is divided    layout ─── what the kernel knows of both
//!           turns ── the net there, reduced for some milliseconds at a time
//!           reduce ─ boot, turns, limits, readback: what `Runtime::cuda` runs
//! ```
//!
//! The kernel is in `runtime/kernels`. Its heap has the words of the CPU's, so nets are booted and read by the same code.
//!
//! The driver is loaded when a program asks for a device, so one binary runs on machines with and without a GPU. Nothing
//! here panics where there is none: each way in which a device can be missing is an [`Error`] of its own, with what to do.
//!
//! `docs/book/src/cuda.md` is the chapter on it; `runtime/kernels/README.md` says what the kernels do, and why that is right.
//!
//! ```
//! use polarnet_runtime::cuda;
//!
//! match cuda::devices() {
//!     Ok(devices) => devices.iter().for_each(|device| println!("{device}")),
//!     Err(error) => println!("{error}"), // what is missing, and what to do
//! }
//! ```

#[macro_use]
mod memory;

mod argument;
mod book;
pub mod cache;
mod compiled;
mod device;
mod driver;
mod error;
mod fetch;
mod kernel;
mod layout;
pub mod nvrtc;
pub(crate) mod passes;
mod reduce;
mod reserve;
mod room;
mod runtime;
mod source;
mod stream;
#[cfg(test)]
mod tests;
mod turns;

pub use argument::{Argument, Arguments};
pub use device::{CudaDevice, Properties};
pub use driver::{DeviceInfo, Version, devices, is_available};
pub use error::Error;
pub use kernel::{Function, Launch, Module};
pub use memory::{Buffer, DeviceCopy};
pub use stream::{Event, Stream};
