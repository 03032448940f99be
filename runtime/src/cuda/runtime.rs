//! Runtimes whose runs happen on a device.

use super::{CudaDevice, Error, compiled, reduce::Job};
use crate::{
    done::Done,
    error::{self, ErrorKind},
    kind::EngineKind,
    program::Program,
    run::Runtime,
    stats::Stats,
};
use polarnet_columns::{Brand, Idx};
use polarnet_syntax::{
    book::{Book, Defs},
    number::Number,
};

impl Runtime {
    /// Reduces on the CUDA device of that number; the first is 0. Needs the feature `cuda`, and a driver only when it is called.
    ///
    /// # Errors
    ///
    /// Why the device cannot be used.
    ///
    /// ```
    /// use polarnet_runtime::Runtime;
    ///
    /// let runtime = Runtime::cuda(0).unwrap_or_else(|error| {
    ///     eprintln!("{error}"); // what is missing, and what to do
    ///     Runtime::new()
    /// });
    /// # drop(runtime);
    /// ```
    pub fn cuda(ordinal: usize) -> Result<Runtime, Error> {
        CudaDevice::open(ordinal).map(Runtime::on)
    }

    /// Reduces on that device. [`max_memory`](Self::max_memory) is about the device's memory then: it is the device's
    /// [limit](CudaDevice::with_memory_limit), if it has one, or else three quarters of what is free now. The other limits are
    /// looked at every few milliseconds. [`engine`](Self::engine) says whether the book is compiled for the device, which is for
    /// [`EngineKind::Compiled`] and [`EngineKind::Direct`], or interpreted, and [`Stats::kernel`] what came of that.
    /// [`threads`](Self::threads) has no meaning, and [`watch`](Self::watch) does what it does without a device.
    ///
    /// ```
    /// use polarnet_runtime::{Runtime, cuda::CudaDevice};
    ///
    /// # fn example() -> Result<(), Box<dyn std::error::Error>> {
    /// let book = polarnet::net! { @main = r & @twice ~ (21 r)  @twice = ($([*2] x) x) };
    /// let device = CudaDevice::open(0)?.with_memory_limit(1 << 26);
    /// assert_eq!(Runtime::on(device).run(&book)?.value::<u32>()?, 42);
    /// # Ok(()) }
    /// # example().unwrap_or_else(|error| println!("{error}"));
    /// ```
    #[must_use]
    pub fn on(device: CudaDevice) -> Runtime {
        let bytes = match device.memory_limit() {
            u64::MAX => device.free_memory().unwrap_or(device.info().memory) / 4 * 3,
            limit => limit,
        };
        let mut runtime = Runtime::new().max_memory(bytes);
        runtime.device = Some(device);
        runtime
    }

    /// The device that runs happen on, if it is not the CPU.
    ///
    /// ```
    /// use polarnet_runtime::Runtime;
    ///
    /// assert!(Runtime::new().cuda_device().is_none());
    /// if let Ok(runtime) = Runtime::cuda(0) {
    ///     assert_eq!(runtime.cuda_device().unwrap().info().ordinal, 0);
    /// }
    /// ```
    #[must_use]
    pub fn cuda_device(&self) -> Option<&CudaDevice> {
        self.device.as_ref()
    }

    /// Reduces a definition there.
    pub(crate) fn reduce_on<'id>(
        &self,
        device: &CudaDevice,
        book: &Book<Brand<'id>>,
        def: Idx<Defs<Brand<'id>>>,
        args: &[Number],
    ) -> Result<Done, error::Error> {
        let device = device.clone().with_memory_limit(self.limits.memory);
        let program = Program::new(book).interpreted();
        let reducer = match self.engine {
            _ if program.has_natives() => Err(Error::RustInRules),
            EngineKind::Compiled | EngineKind::Direct => compiled::compiled(&device, book, &program),
            EngineKind::Bag | EngineKind::Shared | EngineKind::Oracle | EngineKind::Lazy => {
                compiled::interpreting(&device)
            }
        };
        let reducer = reducer.map_err(|error| ErrorKind::Cuda(error).with(Stats::default()))?;
        let (program, reducer) = (&program, &reducer);
        let job = Job { device: &device, program, reducer, limits: &self.limits, expand: self.expand };
        job.run(def.raw(), args, &self.progress)
    }
}
