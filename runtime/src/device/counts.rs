//! What a device did.

use crate::{
    error::Bytes,
    sync::{Ordering, outside::AtomicU64},
};
use core::{
    fmt,
    ops::{Add, Sub},
    time::Duration,
};

/// What a [`Device`](super::Device) did.
///
/// ```
/// use polarnet_runtime::device::Device;
///
/// let gpu = Device::threads();
/// let before = gpu.counts();
/// gpu.scope(|queue| {
///     let mut encoder = queue.encode();
///     encoder.copy([7_u32; 100]);
///     encoder.submit().wait();
/// });
/// let counts = gpu.counts() - before;
/// assert_eq!((counts.copies, counts.to_device_bytes, counts.launches), (1, 400, 0));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct Counts {
    /// Bytes that were copied to the device.
    pub to_device_bytes: u64,
    /// Bytes that were read back.
    pub from_device_bytes: u64,
    /// Copies, both ways. What is large is copied in pieces, which are counted.
    pub copies: u64,
    /// Kernels that were called.
    pub launches: u64,
    /// Encoders that were submitted.
    pub submissions: u64,
    /// Fences that were waited for.
    pub synchronisations: u64,
    /// How long passes of `schedule!` and kernels by hand took on a CUDA device, by its own clock: each from its first launch to the end of
    /// its last. What ran at the same time is counted twice.
    pub kernel_time: Duration,
}

/// What was done by both.
impl Add for Counts {
    type Output = Counts;

    fn add(self, other: Counts) -> Counts {
        Counts {
            to_device_bytes: self.to_device_bytes.saturating_add(other.to_device_bytes),
            from_device_bytes: self.from_device_bytes.saturating_add(other.from_device_bytes),
            copies: self.copies.saturating_add(other.copies),
            launches: self.launches.saturating_add(other.launches),
            submissions: self.submissions.saturating_add(other.submissions),
            synchronisations: self.synchronisations.saturating_add(other.synchronisations),
            kernel_time: self.kernel_time.saturating_add(other.kernel_time),
        }
    }
}

/// What was done between two looks: the later one minus the earlier one.
impl Sub for Counts {
    type Output = Counts;

    fn sub(self, earlier: Counts) -> Counts {
        Counts {
            to_device_bytes: self.to_device_bytes.saturating_sub(earlier.to_device_bytes),
            from_device_bytes: self.from_device_bytes.saturating_sub(earlier.from_device_bytes),
            copies: self.copies.saturating_sub(earlier.copies),
            launches: self.launches.saturating_sub(earlier.launches),
            submissions: self.submissions.saturating_sub(earlier.submissions),
            synchronisations: self.synchronisations.saturating_sub(earlier.synchronisations),
            kernel_time: self.kernel_time.saturating_sub(earlier.kernel_time),
        }
    }
}

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} ({} to the device, {} from it), {}, {}, {}",
            Many(self.copies, "copy", "copies"),
            Bytes(self.to_device_bytes),
            Bytes(self.from_device_bytes),
            Many(self.launches, "launch", "launches"),
            Many(self.submissions, "submission", "submissions"),
            Many(self.synchronisations, "synchronisation", "synchronisations"),
        )
    }
}

/// So many of something: its name, if it is one, and if it is not.
struct Many(u64, &'static str, &'static str);

impl fmt::Display for Many {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.0, if self.0 == 1 { self.1 } else { self.2 })
    }
}

/// What is counted.
#[derive(Clone, Copy)]
pub enum Counter {
    ToDevice,
    FromDevice,
    Copies,
    Launches,
    Submissions,
    Synchronisations,
    KernelNanos,
}

/// Counts that threads add to. Nothing is ordered by them.
#[derive(Debug, Default)]
pub struct Counters([AtomicU64; COUNTERS]);

/// Up to the last of them.
const COUNTERS: usize = Counter::KernelNanos as usize + 1;

impl Counters {
    pub fn add(&self, counter: Counter, more: u64) {
        self.0[counter as usize].fetch_add(more, Ordering::Relaxed);
    }

    pub fn read(&self) -> Counts {
        let of = |counter: Counter| self.0[counter as usize].load(Ordering::Relaxed);
        Counts {
            to_device_bytes: of(Counter::ToDevice),
            from_device_bytes: of(Counter::FromDevice),
            copies: of(Counter::Copies),
            launches: of(Counter::Launches),
            submissions: of(Counter::Submissions),
            synchronisations: of(Counter::Synchronisations),
            kernel_time: Duration::from_nanos(of(Counter::KernelNanos)),
        }
    }
}
