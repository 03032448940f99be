//! Waiting for a submission.

use super::{Error, encoder::Commands, queue::Spawn, submission::Submission};
use crate::machine::room_for;
use core::{fmt, panic::AssertUnwindSafe};
use std::{
    panic::{catch_unwind, resume_unwind},
    sync::{Arc, mpsc},
    thread::{self, ScopedJoinHandle},
};

/// Ends when a submission has ended. The scope waits for it, too, so it may be dropped; but then its values cannot be read.
///
/// It is waited for once:
///
/// ```compile_fail,E0382
/// # use polarnet_runtime::device::Device;
/// Device::threads().scope(|queue| {
///     let fence = queue.encode().submit();
///     let synced = fence.wait();
///     fence.wait();
/// });
/// ```
pub struct Fence<'scope> {
    submission: Arc<Submission>,
    end: End<'scope>,
}

/// How a submission ends.
enum End<'scope> {
    /// With its thread.
    Thread(ScopedJoinHandle<'scope, ()>),
    /// It has.
    Here(thread::Result<()>),
}

impl<'scope> Fence<'scope> {
    pub(super) fn start(commands: Commands<'scope>, threads: &'scope dyn Spawn<'scope>) -> Self {
        let submission = Arc::clone(&commands.submission);
        // What a thread is started with is lost where it cannot start; so the commands are sent afterwards.
        let (give, take) = mpsc::channel::<Commands<'scope>>();
        let work = Box::new(move || {
            if let Ok(commands) = take.recv() {
                commands.run();
            }
        });
        let thread = if cfg!(feature = "threads") && room_for(1) == 1 { threads.spawn(work).ok() } else { None };
        let end = match thread {
            Some(thread) => match give.send(commands) {
                Ok(()) => End::Thread(thread),
                // It takes them first of all, so it cannot have ended.
                Err(mpsc::SendError(commands)) => End::here(commands),
            },
            None => End::here(commands),
        };
        Fence { submission, end }
    }

    /// Waits until the submission has ended: until its values can be read.
    ///
    /// ```
    /// use polarnet_runtime::device::Device;
    ///
    /// Device::threads().scope(|queue| {
    ///     let mut encoder = queue.encode();
    ///     let seven = encoder.call(|| 7);
    ///     let fence = encoder.submit();
    ///     // … something else meanwhile
    ///     let synced = fence.wait();
    ///     assert_eq!(seven.read(&synced), 7);
    /// });
    /// ```
    ///
    /// # Panics
    ///
    /// When a kernel did, with what it said. The commands after it have not run. And where [`try_wait`](Self::try_wait) has an
    /// error.
    pub fn wait(self) -> Synced {
        match self.try_wait() {
            Ok(synced) => synced,
            Err(error) => panic!("{error}"),
        }
    }

    /// Waits until the submission has ended.
    ///
    /// ```
    /// use polarnet_runtime::device::{Device, Error};
    ///
    /// Device::threads().scope(|queue| {
    ///     let mut encoder = queue.encode();
    ///     let why = Error::TooLong { function: "cost", len: 1 << 33 };
    ///     encoder.try_call::<u32>({ let why = why.clone(); move || Err(why) });
    ///     encoder.call(|| unreachable!("the commands after it are not run"));
    ///     assert_eq!(encoder.submit().try_wait().unwrap_err(), why);
    /// });
    /// ```
    ///
    /// # Errors
    ///
    /// That of a kernel that was called by [`Encoder::try_call`](super::Encoder::try_call), and had one. The commands after it have
    /// not run.
    ///
    /// # Panics
    ///
    /// When a kernel did, as above.
    pub fn try_wait(self) -> Result<Synced, Error> {
        let end = match self.end {
            End::Thread(thread) => thread.join(),
            End::Here(end) => end,
        };
        if let Err(panic) = end {
            resume_unwind(panic);
        }
        self.submission.sync();
        match self.submission.failure() {
            None => Ok(Synced(self.submission)),
            Some(error) => Err(error.clone()),
        }
    }
}

impl End<'_> {
    /// Runs them on this thread. As on another one, a panic is told to the one who waits.
    fn here(commands: Commands<'_>) -> Self {
        // What a panic leaves unfinished are values that are never read, and what the kernel itself borrowed.
        End::Here(catch_unwind(AssertUnwindSafe(|| commands.run())))
    }
}

impl fmt::Debug for Fence<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ended = match &self.end {
            End::Thread(thread) => thread.is_finished(),
            End::Here(_) => true,
        };
        f.debug_struct("Fence").field("ended", &ended).finish_non_exhaustive()
    }
}

/// The proof that a submission has ended: with it, the values are [read](super::Remote::read).
///
/// ```
/// use polarnet_runtime::device::{Device, Synced};
///
/// Device::threads().scope(|queue| {
///     let mut encoder = queue.encode();
///     let (a, b) = (encoder.call(|| 1), encoder.call(|| 2));
///     let synced: Synced = encoder.submit().wait();
///     assert_eq!((a.read(&synced), b.read(&synced)), (1, 2)); // for all values of the submission
/// });
/// ```
#[derive(Clone)]
#[must_use = "values are read with it"]
pub struct Synced(Arc<Submission>);

impl Synced {
    pub(super) fn is_of(&self, submission: &Arc<Submission>) -> bool {
        Arc::ptr_eq(&self.0, submission)
    }
}

impl fmt::Debug for Synced {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Synced").finish_non_exhaustive()
    }
}
