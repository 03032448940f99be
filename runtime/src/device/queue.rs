//! Where commands are submitted to.

use super::{Device, Encoder};
use core::fmt;
use std::{
    io,
    thread::{Builder, Scope, ScopedJoinHandle},
};

/// What [`Device::scope`](super::Device::scope) lends: it makes encoders, whose commands may borrow what lives longer than the scope.
///
/// ```
/// use polarnet_runtime::device::{Device, Queue};
///
/// fn square<'scope>(queue: Queue<'scope, '_>, x: u32) -> u32 {
///     let mut encoder = queue.encode();
///     let square = encoder.call(move || x * x);
///     let synced = encoder.submit().wait();
///     square.read(&synced)
/// }
/// assert_eq!(Device::threads().scope(|queue| square(queue, 3) + square(queue, 4)), 25);
/// ```
#[derive(Clone, Copy)]
pub struct Queue<'scope, 'env: 'scope> {
    device: &'env Device,
    /// The number of the scope.
    scope: u64,
    threads: &'scope Scope<'scope, 'env>,
}

impl<'scope, 'env> Queue<'scope, 'env> {
    pub(super) fn new(device: &'env Device, scope: u64, threads: &'scope Scope<'scope, 'env>) -> Self {
        Queue { device, scope, threads }
    }

    /// An encoder without commands.
    ///
    /// ```
    /// use polarnet_runtime::device::Device;
    ///
    /// let gpu = Device::threads();
    /// gpu.scope(|queue| queue.encode().submit().wait()); // nothing, but submitted
    /// assert_eq!((gpu.counts().submissions, gpu.counts().launches), (1, 0));
    /// ```
    pub fn encode(self) -> Encoder<'scope> {
        Encoder::new(&self.device.0, self.scope, self.threads)
    }

    /// The device that it is of.
    ///
    /// ```
    /// use polarnet_runtime::device::Device;
    ///
    /// let gpu = Device::threads();
    /// assert!(gpu.scope(|queue| core::ptr::eq(queue.device(), &gpu)));
    /// ```
    #[must_use]
    pub fn device(self) -> &'env Device {
        self.device
    }
}

impl fmt::Debug for Queue<'_, '_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Queue").field("device", self.device).finish_non_exhaustive()
    }
}

/// What starts threads that end with the scope. It forgets what may be borrowed, so that encoders and fences have one lifetime.
pub(super) trait Spawn<'scope> {
    fn spawn(&'scope self, work: Box<dyn FnOnce() + Send + 'scope>) -> io::Result<ScopedJoinHandle<'scope, ()>>;
}

impl<'scope> Spawn<'scope> for Scope<'scope, '_> {
    fn spawn(&'scope self, work: Box<dyn FnOnce() + Send + 'scope>) -> io::Result<ScopedJoinHandle<'scope, ()>> {
        Builder::new().name("device".into()).spawn_scoped(self, work)
    }
}
