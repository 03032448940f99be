//! Recording commands.

use super::{
    Fence, Remote, Transfer,
    backend::Backend,
    queue::Spawn,
    submission::{Run, Submission},
};
use core::fmt;
use std::sync::Arc;

/// Records commands for a device. Nothing is done before [`submit`](Self::submit); dropped, nothing ever is.
#[must_use = "nothing is done before it is submitted"]
pub struct Encoder<'scope> {
    commands: Commands<'scope>,
    threads: &'scope dyn Spawn<'scope>,
}

/// What is recorded for one submission.
pub(super) struct Commands<'scope> {
    pub submission: Arc<Submission>,
    list: Vec<Box<dyn FnOnce() + Send + 'scope>>,
}

impl Commands<'_> {
    /// Runs one after the other, on this thread.
    pub fn run(self) {
        let _run = Run::of(&self.submission);
        self.list.into_iter().for_each(|command| command());
    }
}

impl<'scope> Encoder<'scope> {
    pub(super) fn new(device: &Arc<Backend>, scope: u64, threads: &'scope dyn Spawn<'scope>) -> Self {
        let submission = Submission::on(device, device.residents(scope));
        Encoder { commands: Commands { submission, list: Vec::new() }, threads }
    }

    /// Records a copy to the device.
    ///
    /// The value is moved into the command. What is made in the scope is cloned, if it is needed further; what lives longer can
    /// be lent: `copy(&column)` counts the bytes of the column.
    ///
    /// To a CUDA device go the batches and columns of a value: functions that are `.on` it, called by later commands, find them there as
    /// long as the scope lasts, and the [`Remote`] is.
    pub fn copy<T: Transfer + Send + Sync + 'scope>(&mut self, value: T) -> Remote<T> {
        let submission = Arc::clone(&self.commands.submission);
        let made = Remote::of(&submission);
        let to = made.clone();
        self.commands.list.push(Box::new(move || {
            to.hold(submission.device.copy_in(&value, &submission.residents));
            to.set(value);
        }));
        made
    }

    /// Records the call of a kernel, which [`get`](Remote::get)s what earlier commands made.
    ///
    /// A closure is called on the CPU, on a CUDA device, too, by the thread that runs the commands; what it calls that is `.on` the
    /// device runs there. It is called once, whatever the grid of `kernel::<x, y, z>(…)`: the CPU's member of a class computes the whole
    /// result, where the GPU's members would each compute a part.
    pub fn call<T: Send + Sync + 'scope>(&mut self, kernel: impl FnOnce() -> T + Send + 'scope) -> Remote<T> {
        let device = Arc::clone(&self.commands.submission.device);
        self.record(move || {
            device.launch();
            kernel()
        })
    }

    fn record<T: Send + Sync + 'scope>(&mut self, command: impl FnOnce() -> T + Send + 'scope) -> Remote<T> {
        let made = Remote::of(&self.commands.submission);
        let to = made.clone();
        self.commands.list.push(Box::new(move || to.set(command())));
        made
    }

    /// Starts the commands. They run in the order in which they were recorded, at the same time as other submissions, and as the
    /// thread that goes on from here. Where the system has no more threads, they have run when this returns.
    pub fn submit(self) -> Fence<'scope> {
        self.commands.submission.start();
        Fence::start(self.commands, self.threads)
    }
}

impl fmt::Debug for Encoder<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Encoder").field("commands", &self.commands.list.len()).finish_non_exhaustive()
    }
}
