//! Values on a device.

use super::{
    Synced, Transfer,
    submission::{Submission, running},
};
use crate::passes::backend::Held;
use core::fmt;
use std::sync::{Arc, OnceLock};

/// A value on a device, or one that will be there when the command has run that makes it.
///
/// Kernels that are called later [`get`](Self::get) it there; the thread that waited for the submission [`read`](Self::read)s
/// a copy. Clones are the same value.
///
/// ```
/// use polarnet_runtime::device::{Device, Remote};
///
/// Device::threads().scope(|queue| {
///     let mut encoder = queue.encode();
///     let x: Remote<u32> = encoder.copy(20);
///     let next = encoder.call({
///         let x = x.clone();
///         move || x.get() + 1
///     });
///     let synced = encoder.submit().wait();
///     assert_eq!((x.read(&synced), next.read(&synced)), (20, 21));
/// });
/// ```
pub struct Remote<T>(Arc<Slot<T>>);

struct Slot<T> {
    /// What is on the device of the value. It stands first, so that it is dropped before the value is: by then nothing may be found
    /// by the addresses that the value has.
    held: OnceLock<Vec<Held>>,
    /// Whose command makes it.
    submission: Arc<Submission>,
    value: OnceLock<T>,
}

impl<T> Remote<T> {
    /// The value that a command of the submission will make.
    pub(super) fn of(submission: &Arc<Submission>) -> Remote<T> {
        Remote(Arc::new(Slot { held: OnceLock::new(), submission: Arc::clone(submission), value: OnceLock::new() }))
    }

    /// What is on the device of the value that comes.
    pub(super) fn hold(&self, held: Vec<Held>) {
        // A command runs once.
        let _ = self.0.held.set(held);
    }

    /// The command that makes it has run.
    pub(super) fn set(&self, value: T) {
        // A command runs once.
        let _ = self.0.value.set(value);
    }

    /// The value, in a kernel. Whether a kernel may have it does not depend on which thread is faster: it is what an earlier command
    /// of its own encoder makes, or what was made by a submission that had been waited for when the kernel's was submitted.
    ///
    /// A kernel that starts threads gets its arguments first.
    ///
    /// ```
    /// use polarnet_runtime::device::Device;
    ///
    /// Device::threads().scope(|queue| {
    ///     let mut first = queue.encode();
    ///     let x = first.call(|| 20);
    ///     let _synced = first.submit().wait(); // so that kernels of others may have what it made
    ///     let mut second = queue.encode();
    ///     let next = second.call(move || x.get() + 1);
    ///     let synced = second.submit().wait();
    ///     assert_eq!(next.read(&synced), 21);
    /// });
    /// ```
    ///
    /// # Panics
    ///
    /// Where [`try_get`](Self::try_get) has an error.
    #[must_use]
    #[track_caller]
    pub fn get(&self) -> &T {
        match self.try_get() {
            Ok(value) => value,
            Err(why) => panic!("{why}"),
        }
    }

    /// The value, in a kernel, if it may [have](Self::get) it.
    ///
    /// ```
    /// use polarnet_runtime::device::{Device, Unreadable};
    ///
    /// Device::threads().scope(|queue| {
    ///     let mut encoder = queue.encode();
    ///     let x = encoder.call(|| 20);
    ///     assert_eq!(x.try_get(), Err(Unreadable::NotInKernel));
    ///     let there = encoder.call({ let x = x.clone(); move || x.try_get() == Ok(&20) });
    ///     let synced = encoder.submit().wait();
    ///     assert!(there.read(&synced));
    /// });
    /// ```
    ///
    /// # Errors
    ///
    /// Elsewhere; and in a kernel before which it need not have been made.
    pub fn try_get(&self) -> Result<&T, Unreadable> {
        let here = running().ok_or(Unreadable::NotInKernel)?;
        let made_by = &self.0.submission;
        if !Arc::ptr_eq(&here.device, &made_by.device) {
            return Err(Unreadable::OtherDevice);
        }
        if !Arc::ptr_eq(&here, made_by) && !made_by.synced_before(&here) {
            return Err(Unreadable::NotSynchronised);
        }
        self.0.made()
    }
}

impl<T> Slot<T> {
    fn made(&self) -> Result<&T, Unreadable> {
        let why = || self.submission.failure().map_or(Unreadable::NotMade, |_| Unreadable::Failed);
        self.value.get().ok_or_else(why)
    }
}

impl<T: Transfer + Clone> Remote<T> {
    /// Copies the value back. The proof is that of the submission whose command made it.
    ///
    /// ```
    /// use polarnet_runtime::device::Device;
    ///
    /// let gpu = Device::threads();
    /// gpu.scope(|queue| {
    ///     let mut encoder = queue.encode();
    ///     let squares = encoder.call(|| (0..4).map(|x| x * x).collect::<Vec<u32>>());
    ///     let synced = encoder.submit().wait();
    ///     assert_eq!(squares.read(&synced), [0, 1, 4, 9]);
    /// });
    /// assert_eq!(gpu.counts().from_device_bytes, 16);
    /// ```
    ///
    /// # Panics
    ///
    /// With the proof of another submission: where [`try_read`](Self::try_read) has an error.
    #[must_use]
    #[track_caller]
    pub fn read(&self, synced: &Synced) -> T {
        match self.try_read(synced) {
            Ok(value) => value,
            Err(why) => panic!("{why}"),
        }
    }

    /// Copies the value back, if the proof is that of the submission whose command made it.
    ///
    /// ```
    /// use polarnet_runtime::device::{Device, Unreadable};
    ///
    /// Device::threads().scope(|queue| {
    ///     let mut first = queue.encode();
    ///     let seven = first.call(|| 7_u8);
    ///     let first = first.submit().wait();
    ///     let second = queue.encode().submit().wait();
    ///     assert_eq!(seven.try_read(&first), Ok(7));
    ///     assert_eq!(seven.try_read(&second), Err(Unreadable::OtherSubmission));
    /// });
    /// ```
    ///
    /// # Errors
    ///
    /// With the proof of another submission.
    pub fn try_read(&self, synced: &Synced) -> Result<T, Unreadable> {
        let made_by = &self.0.submission;
        if !synced.is_of(made_by) {
            return Err(Unreadable::OtherSubmission);
        }
        let value = self.0.made()?;
        made_by.device.copy_out(value.bytes());
        Ok(value.clone())
    }
}

/// Why a [`Remote`] value cannot be had where it is asked for.
///
/// ```
/// use polarnet_runtime::device::{Device, Unreadable};
///
/// Device::threads().scope(|queue| {
///     let mut first = queue.encode();
///     let x = first.call(|| 20);
///     let _fence = first.submit(); // nobody has waited for it
///     let mut second = queue.encode();
///     let why = second.call(move || x.try_get().copied().unwrap_err() == Unreadable::NotSynchronised);
///     let synced = second.submit().wait();
///     assert!(why.read(&synced));
/// });
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Unreadable {
    /// It was read with the proof that another submission has ended.
    #[error(
        "the value is of another submission than the one that was waited for\n\
         help: read it with what `wait` gave for the fence of its own submission"
    )]
    OtherSubmission,
    /// It is on a device, and was asked for elsewhere.
    #[error(
        "a value on a device is asked for outside of its kernels\n\
         help: `wait` for the fence, then `read` the value; a kernel that starts threads gets its arguments before"
    )]
    NotInKernel,
    /// A kernel asked for a value of a submission that may still run.
    #[error(
        "a kernel asks for a value of another submission, which may still run\n\
         help: `wait` for that one before this is submitted, or record both commands in one encoder"
    )]
    NotSynchronised,
    /// A kernel asked for a value on another device.
    #[error("a kernel asks for a value on another device\nhelp: `read` the value there, and `copy` it")]
    OtherDevice,
    /// A kernel asked for what a later command makes.
    #[error("a kernel asks for what a later command makes\nhelp: record that command before the kernel")]
    NotMade,
    /// A kernel asked for a value of a submission that had an error.
    #[error(
        "a kernel asks for a value that was not made, as its submission had an error\n\
         help: `try_wait` for that one says which; submit what needs its values only if there is none"
    )]
    Failed,
}

impl<T> Clone for Remote<T> {
    fn clone(&self) -> Self {
        Remote(Arc::clone(&self.0))
    }
}

impl<T> fmt::Debug for Remote<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Remote").field("made", &self.0.value.get().is_some()).finish_non_exhaustive()
    }
}
