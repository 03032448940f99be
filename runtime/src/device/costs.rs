//! How long things pretend to take.

use core::{num::NonZeroU64, time::Duration};
use std::{thread, time::Instant};

/// What a device of threads pretends that copies and launches cost: nothing, unless told. So a schedule can be tried for a device
/// that is not there.
///
/// ```
/// use core::{num::NonZeroU64, time::Duration};
/// use polarnet_runtime::device::{Costs, Device};
/// use std::time::Instant;
///
/// let gpu = Device::with_costs(Costs {
///     copy_latency: Duration::from_millis(1),
///     copy_bandwidth: NonZeroU64::new(1_000_000), // bytes per second
///     launch: Duration::ZERO,
/// });
/// let start = Instant::now();
/// gpu.scope(|queue| {
///     let mut encoder = queue.encode();
///     encoder.copy([0_u8; 2000]);
///     encoder.submit().wait();
/// });
/// assert!(start.elapsed() >= Duration::from_millis(1 + 2));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Costs {
    /// What each copy takes, whichever way, however small.
    pub copy_latency: Duration,
    /// How many bytes are copied in a second; as many as one likes, if there is none.
    pub copy_bandwidth: Option<NonZeroU64>,
    /// What it takes to start a kernel.
    pub launch: Duration,
}

impl Costs {
    /// What a copy of so many bytes takes.
    pub(super) fn copy(&self, bytes: usize) -> Duration {
        const NANOS: u128 = 1_000_000_000;
        let transfer = self.copy_bandwidth.map_or(Duration::ZERO, |bandwidth| {
            let (bytes, bandwidth) = (bytes as u64, bandwidth.get());
            let rest = (u128::from(bytes % bandwidth) * NANOS).div_ceil(u128::from(bandwidth));
            // At most a second, as the rest is less than the bandwidth.
            Duration::from_secs(bytes / bandwidth).saturating_add(Duration::from_nanos(rest as u64))
        });
        self.copy_latency.saturating_add(transfer)
    }
}

/// Lets at least that time pass, and little more.
pub(super) fn pass(time: Duration) {
    /// What the system may wake a thread up too late by, usually.
    const LATE: Duration = Duration::from_micros(100);
    if time.is_zero() {
        return;
    }
    let start = Instant::now();
    if let Some(long) = time.checked_sub(LATE) {
        thread::sleep(long);
    }
    while start.elapsed() < time {
        thread::yield_now();
    }
}
