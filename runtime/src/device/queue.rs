//! Where commands are submitted to.

use super::{Device, Encoder};
use core::fmt;
use std::{
    io,
    thread::{Builder, Scope, ScopedJoinHandle},
};

/// What [`Device::scope`](super::Device::scope) lends: it makes encoders, whose commands may borrow what lives longer than the scope.
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
    pub fn encode(self) -> Encoder<'scope> {
        Encoder::new(&self.device.0, self.scope, self.threads)
    }

    /// The device that it is of.
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
