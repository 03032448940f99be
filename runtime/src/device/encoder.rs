//! Recording commands.

use super::{
    Error, Fence, Remote, Transfer,
    backend::Backend,
    parts::{KeptParts, Parts},
    queue::Spawn,
    submission::{Run, Submission},
};
use core::fmt;
use std::sync::Arc;

/// Records commands for a device. Nothing is done before [`submit`](Self::submit); dropped, nothing ever is.
///
/// ```
/// use polarnet_runtime::device::Device;
///
/// let mut calls = [0, 0];
/// Device::threads().scope(|queue| {
///     let [first, second] = &mut calls;
///     let (mut submitted, mut dropped) = (queue.encode(), queue.encode());
///     submitted.call(|| *first += 1);
///     dropped.call(|| *second += 1);
///     submitted.submit();
/// });
/// assert_eq!(calls, [1, 0]);
/// ```
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
    /// Runs one after the other, on this thread, until one fails.
    pub fn run(self) {
        let _run = Run::of(&self.submission);
        for command in self.list {
            if self.submission.failure().is_some() {
                return;
            }
            command();
        }
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
    ///
    /// ```
    /// use polarnet_runtime::device::Device;
    ///
    /// let words = vec![3_u32, 1, 2];
    /// let gpu = Device::threads();
    /// let sum = gpu.scope(|queue| {
    ///     let mut encoder = queue.encode();
    ///     let words = encoder.copy(&words[..]);
    ///     let sum = encoder.call(move || words.get().iter().sum::<u32>());
    ///     let synced = encoder.submit().wait();
    ///     sum.read(&synced)
    /// });
    /// assert_eq!((sum, gpu.counts().to_device_bytes), (6, 12));
    /// ```
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
    ///
    /// ```
    /// use polarnet_runtime::device::Device;
    ///
    /// let product = Device::threads().scope(|queue| {
    ///     let mut encoder = queue.encode();
    ///     let (a, b) = (encoder.copy(6), encoder.copy(7));
    ///     let product = encoder.call(move || a.get() * b.get());
    ///     let synced = encoder.submit().wait();
    ///     product.read(&synced)
    /// });
    /// assert_eq!(product, 42);
    /// ```
    pub fn call<T: Send + Sync + 'scope>(&mut self, kernel: impl FnOnce() -> T + Send + 'scope) -> Remote<T> {
        self.call_parts(move || (kernel(),)).0
    }

    /// Records the call of a kernel that may fail. Then the commands after it are not run, and
    /// [`Fence::try_wait`] says why.
    ///
    /// ```
    /// use polarnet_runtime::device::{Device, Error};
    ///
    /// let halved = Device::threads().scope(|queue| {
    ///     let mut encoder = queue.encode();
    ///     let x = encoder.copy(12_u32);
    ///     let half = encoder.try_call(move || Ok(x.get() / 2));
    ///     let synced = encoder.submit().try_wait()?;
    ///     Ok::<u32, Error>(half.read(&synced))
    /// });
    /// assert_eq!(halved, Ok(6));
    /// ```
    pub fn try_call<T: Send + Sync + 'scope>(
        &mut self,
        kernel: impl FnOnce() -> Result<T, Error> + Send + 'scope,
    ) -> Remote<T> {
        let device = Arc::clone(&self.commands.submission.device);
        self.record(move |_| {
            device.launch();
            Ok((kernel()?,))
        })
        .0
    }

    /// The same for a kernel that runs once on the device, and gives what was made there and nothing else: its columns stay there,
    /// for later ones to find them.
    #[doc(hidden)]
    pub fn pass<T: Transfer + Send + Sync + 'scope>(
        &mut self,
        kernel: impl FnOnce() -> Result<T, Error> + Send + 'scope,
    ) -> Remote<T> {
        self.pass_parts(move || Ok((kernel()?,))).0
    }

    /// The same for a kernel that makes several values.
    #[doc(hidden)]
    pub fn pass_parts<T: KeptParts + 'scope>(
        &mut self,
        kernel: impl FnOnce() -> Result<T, Error> + Send + 'scope,
    ) -> T::Remotes {
        let submission = Arc::clone(&self.commands.submission);
        self.record(move |to| {
            submission.device.launch();
            let (values, mut fresh) = submission.making(kernel);
            let values: T = values?;
            values.keep(to, &submission, &mut fresh);
            Ok(values)
        })
    }

    /// [`call`](Self::call), of a kernel that makes several values.
    #[doc(hidden)]
    pub fn call_parts<T: Parts + 'scope>(&mut self, kernel: impl FnOnce() -> T + Send + 'scope) -> T::Remotes {
        let device = Arc::clone(&self.commands.submission.device);
        self.record(move |_| {
            device.launch();
            Ok(kernel())
        })
    }

    fn record<T: Parts + 'scope>(
        &mut self,
        command: impl FnOnce(&T::Remotes) -> Result<T, Error> + Send + 'scope,
    ) -> T::Remotes {
        let submission = Arc::clone(&self.commands.submission);
        let made = T::remotes(&submission);
        let to = made.clone();
        self.commands.list.push(Box::new(move || match command(&to) {
            Ok(values) => values.set(&to),
            Err(error) => submission.fail(error),
        }));
        made
    }

    /// Starts the commands. They run in the order in which they were recorded, at the same time as other submissions, and as the
    /// thread that goes on from here. Where the system has no more threads, they have run when this returns.
    ///
    /// ```
    /// use polarnet_runtime::device::Device;
    ///
    /// let (one, two) = Device::threads().scope(|queue| {
    ///     let (mut first, mut second) = (queue.encode(), queue.encode());
    ///     let (one, two) = (first.call(|| 1), second.call(|| 2));
    ///     let fences = [first.submit(), second.submit()]; // both run now
    ///     let [first, second] = fences.map(|fence| fence.wait());
    ///     (one.read(&first), two.read(&second))
    /// });
    /// assert_eq!((one, two), (1, 2));
    /// ```
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
