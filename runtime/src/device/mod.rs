//! Devices: where a schedule's encoded commands run, beside the thread that waits for them.
//!
//! ```text
//! Device ──scope──▶ Queue ──encode──▶ Encoder ──submit──▶ Fence ──wait──▶ Synced
//!                                      │ copy, call                         │
//!                                      └──────────▶ Remote ──────read───────┘
//! ```
//!
//! An [`Encoder`] only records. [`submit`](Encoder::submit) starts what it recorded, in that order, and the thread that
//! submitted goes on; submissions run at the same time. [`wait`](Fence::wait) ends when the submission has, and what it gives
//! is the proof that [`Remote`] values can be read. The timeline specs of `schedule!` are about these three: `encode_event`,
//! `submit_event`, `sync_event`. An event has no representation: it is what the calling thread knows.
//!
//! There are two kinds of devices. [Threads](Device::threads) of the CPU need no driver, and can pretend that copies and launches
//! take [time](Costs). Values on it are Rust values, and a kernel is a closure. On a CUDA device (feature `cuda`) columns
//! are in its memory, and functions of `schedule!` that are `.on` it are compiled for it; closures run on the CPU.
//!
//! ```
//! use polarnet_runtime::device::Device;
//!
//! let sum = Device::threads().scope(|queue| {
//!     let mut encoder = queue.encode();
//!     let sum = encoder.call(|| (1..=100).sum::<u64>()); // records it
//!     let synced = encoder.submit().wait();
//!     sum.read(&synced)
//! });
//! assert_eq!(sum, 5050);
//! ```

mod backend;
mod costs;
mod counts;
mod encoder;
mod error;
mod fence;
mod parts;
mod queue;
mod remote;
mod submission;
#[cfg(test)]
mod tests;
mod transfer;

pub use costs::Costs;
pub use counts::Counts;
#[cfg(all(feature = "cuda", not(any(loom, shuttle, miri))))]
pub(crate) use counts::{Counter, Counters};
pub use encoder::Encoder;
pub use error::Error;
pub use fence::{Fence, Synced};
pub use queue::Queue;
pub use remote::{Remote, Unreadable};
#[cfg(all(feature = "cuda", not(any(loom, shuttle, miri))))]
pub(crate) use submission::{Submission, running};
pub use transfer::Transfer;

#[cfg(all(feature = "cuda", not(any(loom, shuttle, miri))))]
use crate::cuda::CudaDevice;
use crate::passes::Target;
use backend::Backend;
use std::sync::{Arc, LazyLock};

/// Something that runs commands beside the threads that submit them.
///
/// ```
/// use polarnet_runtime::device::Device;
///
/// let words = vec![3_u32, 1, 2];
/// let gpu = Device::threads();
/// let largest = gpu.scope(|queue| {
///     let mut encoder = queue.encode();
///     let words_gpu = encoder.copy(&words[..]);
///     let largest_gpu = encoder.call({
///         let words = words_gpu.clone();
///         move || words.get().iter().fold(0, |a, &b| a.max(b))
///     });
///     let fence = encoder.submit(); // it starts, and this thread goes on
///     let synced = fence.wait();
///     largest_gpu.read(&synced)
/// });
/// assert_eq!(largest, 3);
///
/// let counts = gpu.counts();
/// assert_eq!((counts.to_device_bytes, counts.from_device_bytes), (12, 4));
/// assert_eq!(
///     counts.to_string(),
///     "2 copies (12 bytes to the device, 4 bytes from it), 1 launch, 1 submission, 1 synchronisation",
/// );
/// ```
#[derive(Debug)]
pub struct Device(Arc<Backend>);

impl Device {
    /// Threads of the CPU, one for each submission.
    ///
    /// ```
    /// use polarnet_runtime::device::Device;
    ///
    /// let gpu = Device::threads();
    /// let halves = gpu.scope(|queue| {
    ///     let encoders = [(0, 50), (50, 100)].map(|(from, to)| {
    ///         let mut encoder = queue.encode();
    ///         (encoder.call(move || (from..to).sum::<u32>()), encoder.submit())
    ///     });
    ///     encoders.map(|(sum, fence)| sum.read(&fence.wait()))
    /// });
    /// assert_eq!(halves, [1225, 3725]);
    /// ```
    #[must_use]
    pub fn threads() -> Device {
        Device::with_costs(Costs::default())
    }

    /// Threads of the CPU on which copies and launches take at least so long.
    ///
    /// ```
    /// use core::time::Duration;
    /// use polarnet_runtime::device::{Costs, Device};
    ///
    /// let gpu = Device::with_costs(Costs { launch: Duration::from_millis(1), ..Costs::default() });
    /// let start = std::time::Instant::now();
    /// gpu.scope(|queue| {
    ///     let mut encoder = queue.encode();
    ///     encoder.call(|| ());
    ///     encoder.call(|| ());
    ///     encoder.submit().wait();
    /// });
    /// assert!(start.elapsed() >= Duration::from_millis(2));
    /// ```
    #[must_use]
    pub fn with_costs(costs: Costs) -> Device {
        Device(Arc::new(Backend::threads(costs)))
    }

    /// The CUDA device of that number; the first is 0. Functions that are `.on` it are compiled for it; closures, which no device
    /// runs, are run by threads of the CPU, as on [`threads`](Self::threads).
    ///
    /// ```
    /// use polarnet_runtime::device::Device;
    ///
    /// let gpu = Device::cuda(0).unwrap_or_else(|error| {
    ///     eprintln!("{error}"); // what is missing, and what to do
    ///     Device::threads()
    /// });
    /// # drop(gpu);
    /// ```
    ///
    /// # Errors
    ///
    /// Why there is none.
    #[cfg(all(feature = "cuda", not(any(loom, shuttle, miri))))]
    pub fn cuda(ordinal: usize) -> Result<Device, Error> {
        Ok(CudaDevice::open(ordinal)?.into())
    }

    /// The device that is meant where none is named: [`threads`](Self::threads), one for the process.
    ///
    /// ```
    /// use polarnet_runtime::device::Device;
    ///
    /// assert!(core::ptr::eq(Device::default_device(), Device::default_device())); // one for the process
    /// Device::default_device().scope(|queue| queue.encode().submit().wait());
    /// assert_eq!(Device::default_device().counts().submissions, 1);
    /// ```
    #[must_use]
    pub fn default_device() -> &'static Device {
        static DEFAULT: LazyLock<Device> = LazyLock::new(Device::threads);
        &DEFAULT
    }

    /// Can it run what `schedule!` emits for functions `.on` it?
    #[doc(hidden)]
    #[must_use]
    pub fn compiles(&self) -> Option<Target<'_>> {
        self.0.compiles()
    }

    /// What it did so far. What a submission does is in it when the submission has been waited for.
    ///
    /// ```
    /// use polarnet_runtime::device::Device;
    ///
    /// let gpu = Device::threads();
    /// let before = gpu.counts();
    /// gpu.scope(|queue| queue.encode().submit().wait());
    /// assert_eq!((gpu.counts() - before).synchronisations, 1);
    /// ```
    #[must_use]
    pub fn counts(&self) -> Counts {
        self.0.counts()
    }

    /// Lends a queue. What was submitted to it has ended when this returns, waited for or not; so commands may borrow what
    /// lives longer than the call, as with [`std::thread::scope`].
    ///
    /// ```
    /// use polarnet_runtime::device::Device;
    ///
    /// let mut total = 0;
    /// Device::default_device().scope(|queue| {
    ///     let mut encoder = queue.encode();
    ///     encoder.call(|| total += 1);
    ///     encoder.submit(); // nobody waits but the scope
    /// });
    /// assert_eq!(total, 1);
    /// ```
    ///
    /// # Panics
    ///
    /// When `f` does; and when a kernel did whose fence was not waited for.
    pub fn scope<'env, R>(&'env self, f: impl for<'scope> FnOnce(Queue<'scope, 'env>) -> R) -> R {
        let scope = Scope(&self.0, self.0.stamp());
        std::thread::scope(|threads| f(Queue::new(self, scope.1, threads)))
    }
}

/// A scope with its number, until it ends.
struct Scope<'env>(&'env Backend, u64);

impl Drop for Scope<'_> {
    fn drop(&mut self) {
        self.0.end(self.1);
    }
}

/// A device that was opened already, with a [limit](CudaDevice::with_memory_limit) to what it may take of its memory, if it has one.
#[cfg(all(feature = "cuda", not(any(loom, shuttle, miri))))]
impl From<CudaDevice> for Device {
    fn from(device: CudaDevice) -> Device {
        Device(Arc::new(Backend::cuda(device)))
    }
}
