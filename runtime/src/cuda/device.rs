//! A device that was opened: what it can do, how much memory may be taken, and whether it still works.
//!
//! Over 400 lines: its items' examples.

use super::{
    DeviceInfo, Error, Stream, Version,
    cache::Key,
    driver::{attribute_of, failed, find},
    reserve::Reserve,
};
use crate::{
    device::{Counter, Counters, Counts},
    sync::{AtomicU64, Ordering},
};
use core::fmt;
use cudarc::driver::{
    CudaContext, CudaModule, CudaStream, DriverError,
    sys::{CUdevice_attribute as Attribute, CUresult},
};
use std::sync::{Arc, Mutex, OnceLock};

/// The compute capability that the kernels are for: fences and orders of memory as they are used came with it.
const CAPABILITY: Version = Version { major: 8, minor: 0 };

/// A CUDA device, opened. Clones are the same device.
///
/// ```
/// use polarnet_runtime::cuda::{Buffer, CudaDevice, Error};
///
/// fn double(words: &[u64]) -> Result<Vec<u64>, Error> {
///     let device = CudaDevice::open(0)?.with_memory_limit(1 << 30);
///     let mut buffer = Buffer::from_slice(&device, words)?;
///     buffer.write(&device.stream(), 0, &words.iter().map(|word| word * 2).collect::<Vec<_>>())?;
///     buffer.to_vec()
/// }
/// match double(&[3, 4]) {
///     Ok(doubled) => assert_eq!(doubled, [6, 8]),
///     Err(error) => println!("{error}"),
/// }
/// ```
#[derive(Clone)]
pub struct CudaDevice {
    opened: Arc<Opened>,
    budget: Arc<Budget>,
}

struct Opened {
    /// Before the context, which it needs to the end.
    reserve: Option<Reserve>,
    context: Arc<CudaContext>,
    stream: Arc<CudaStream>,
    info: DeviceInfo,
    properties: Properties,
    counters: Counters,
    /// The kernel that reduces nets, once it is loaded.
    reducer: OnceLock<Arc<CudaModule>>,
    /// Kernels that were compiled for books, the newest last.
    compiled: Mutex<Vec<(Key, Arc<CudaModule>)>>,
    /// The error after which the driver refuses everything.
    lost: OnceLock<Error>,
}

/// Memory that buffers may take.
struct Budget {
    limit: u64,
    used: AtomicU64,
}

/// What a device has for a kernel.
///
/// ```
/// # use polarnet_runtime::cuda::{self, CudaDevice};
/// # fn example() -> Result<(), cuda::Error> {
/// let device = CudaDevice::open(0)?;
/// let properties = device.properties();
/// assert_eq!(properties.warp, 32);
/// assert!(properties.threads_per_block <= properties.threads_per_multiprocessor);
/// # Ok(()) }
/// # example().unwrap_or_else(|error| println!("{error}"));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Properties {
    /// Bytes of shared memory that a block may have, if its kernel [asks](super::Function::allow_shared) for it.
    pub shared_per_block: u32,
    /// Bytes of shared memory of a multiprocessor, for all its blocks.
    pub shared_per_multiprocessor: u32,
    /// The most threads of a block.
    pub threads_per_block: u32,
    /// The most threads that a multiprocessor keeps.
    pub threads_per_multiprocessor: u32,
    /// Registers of a multiprocessor.
    pub registers_per_multiprocessor: u32,
    /// Threads of a warp.
    pub warp: u32,
    /// Bytes of the cache that all multiprocessors share.
    pub l2_bytes: u32,
    /// The clock, in kHz.
    pub clock_khz: u32,
    /// Can all blocks of a kernel be kept running together?
    pub cooperative: bool,
}

impl CudaDevice {
    /// Opens the device of that number; the first is 0.
    ///
    /// ```
    /// use polarnet_runtime::cuda::CudaDevice;
    ///
    /// match CudaDevice::open(0) {
    ///     Ok(device) => println!("{}", device.info()),
    ///     Err(error) => println!("{error}"), // what is missing, and what to do
    /// }
    /// assert!(CudaDevice::open(usize::MAX).is_err()); // with a driver, or without one
    /// ```
    ///
    /// # Errors
    ///
    /// There is no driver, it is too old, there is no such device, it is too old, or lost to this process.
    pub fn open(ordinal: usize) -> Result<CudaDevice, Error> {
        let info = find(ordinal)?;
        if info.capability < CAPABILITY {
            return Err(Error::DeviceTooOld { device: info.name, capability: info.capability, needed: CAPABILITY });
        }
        let open = || {
            let context = CudaContext::new(ordinal)?;
            context.synchronize()?; // says so if the device was lost before
            let properties = properties(&context)?;
            let reserve = Reserve::keep(&context)?;
            Ok((context, properties, reserve))
        };
        let (context, properties, reserve) = open().map_err(|error| explained("opening the device", error))?;
        let stream = context.default_stream();
        let opened = Opened {
            reserve,
            context,
            stream,
            info,
            properties,
            counters: Counters::default(),
            reducer: OnceLock::new(),
            compiled: Mutex::default(),
            lost: OnceLock::new(),
        };
        Ok(CudaDevice { opened: Arc::new(opened), budget: Budget::new(u64::MAX) })
    }

    /// The same device, where all buffers of the one that is returned, and of its clones, take so many bytes at most.
    ///
    /// ```
    /// # use polarnet_runtime::cuda::{self, Buffer, CudaDevice};
    /// # fn example() -> Result<(), cuda::Error> {
    /// let device = CudaDevice::open(0)?;
    /// let device = device.with_memory_limit(100);
    /// let _some = Buffer::<u8>::zeroed(&device, 60)?;
    /// let error = Buffer::<u8>::zeroed(&device, 60).unwrap_err();
    /// assert_eq!(error, cuda::Error::MemoryLimit { asked: 60, limit: 100 });
    /// # Ok(()) }
    /// # example().unwrap_or_else(|error| println!("{error}"));
    /// ```
    #[must_use]
    pub fn with_memory_limit(self, bytes: u64) -> CudaDevice {
        CudaDevice { budget: Budget::new(bytes), ..self }
    }

    /// The most bytes that its buffers may take.
    ///
    /// ```
    /// # use polarnet_runtime::cuda::{self, CudaDevice};
    /// # fn example() -> Result<(), cuda::Error> {
    /// let device = CudaDevice::open(0)?;
    /// assert_eq!(device.memory_limit(), u64::MAX);
    /// assert_eq!(device.with_memory_limit(1 << 20).memory_limit(), 1 << 20);
    /// # Ok(()) }
    /// # example().unwrap_or_else(|error| println!("{error}"));
    /// ```
    #[must_use]
    pub fn memory_limit(&self) -> u64 {
        self.budget.limit
    }

    /// Bytes that its buffers take.
    ///
    /// ```
    /// # use polarnet_runtime::cuda::{self, Buffer, CudaDevice};
    /// # fn example() -> Result<(), cuda::Error> {
    /// let device = CudaDevice::open(0)?;
    /// let buffer = Buffer::<u32>::zeroed(&device, 25)?;
    /// assert_eq!(device.used_memory(), 100);
    /// drop(buffer);
    /// assert_eq!(device.used_memory(), 0);
    /// # Ok(()) }
    /// # example().unwrap_or_else(|error| println!("{error}"));
    /// ```
    #[must_use]
    pub fn used_memory(&self) -> u64 {
        self.budget.used.load(Ordering::Relaxed)
    }

    /// Bytes of the device's memory that nobody has, or that this process keeps for buffers to come: what buffers had stays with it until nobody has the
    /// device any more.
    ///
    /// ```
    /// # use polarnet_runtime::cuda::{self, CudaDevice};
    /// # fn example() -> Result<(), cuda::Error> {
    /// let device = CudaDevice::open(0)?;
    /// assert!(device.free_memory()? <= device.info().memory);
    /// # Ok(()) }
    /// # example().unwrap_or_else(|error| println!("{error}"));
    /// ```
    ///
    /// # Errors
    ///
    /// An error of the driver.
    pub fn free_memory(&self) -> Result<u64, Error> {
        self.alive()?;
        let (free, _) = self.check("asking for free memory", self.opened.context.mem_get_info())?;
        let kept = self.opened.reserve.as_ref().map_or(Ok(0), Reserve::bytes);
        Ok(free as u64 + self.check("asking for memory that is kept", kept)?)
    }

    /// What the driver tells of it.
    ///
    /// ```
    /// # use polarnet_runtime::cuda::{self, CudaDevice};
    /// # fn example() -> Result<(), cuda::Error> {
    /// let device = CudaDevice::open(0)?;
    /// assert_eq!(device.info().ordinal, 0);
    /// println!("{}", device.info());
    /// # Ok(()) }
    /// # example().unwrap_or_else(|error| println!("{error}"));
    /// ```
    #[must_use]
    pub fn info(&self) -> &DeviceInfo {
        &self.opened.info
    }

    /// What it has for a kernel.
    ///
    /// ```
    /// # use polarnet_runtime::cuda::{self, CudaDevice};
    /// # fn example() -> Result<(), cuda::Error> {
    /// let device = CudaDevice::open(0)?;
    /// println!("blocks of {} threads at most", device.properties().threads_per_block);
    /// assert!(device.properties().threads_per_block >= 32);
    /// # Ok(()) }
    /// # example().unwrap_or_else(|error| println!("{error}"));
    /// ```
    #[must_use]
    pub fn properties(&self) -> &Properties {
        &self.opened.properties
    }

    /// What was done on it, by all who opened it together with this one.
    ///
    /// ```
    /// # use polarnet_runtime::cuda::{self, Buffer, CudaDevice};
    /// # fn example() -> Result<(), cuda::Error> {
    /// let device = CudaDevice::open(0)?;
    /// let before = device.counts();
    /// Buffer::from_slice(&device, &[1_u32, 2, 3])?;
    /// assert_eq!((device.counts() - before).to_device_bytes, 12);
    /// # Ok(()) }
    /// # example().unwrap_or_else(|error| println!("{error}"));
    /// ```
    #[must_use]
    pub fn counts(&self) -> Counts {
        self.opened.counters.read()
    }

    /// Its first stream, which is always there.
    ///
    /// ```
    /// # use polarnet_runtime::cuda::{self, Buffer, CudaDevice};
    /// # fn example() -> Result<(), cuda::Error> {
    /// let device = CudaDevice::open(0)?;
    /// let mut buffer = Buffer::<u32>::uninit(&device, 2)?;
    /// buffer.write(&device.stream(), 0, &[3, 4])?;
    /// assert_eq!(buffer.to_vec()?, [3, 4]);
    /// # Ok(()) }
    /// # example().unwrap_or_else(|error| println!("{error}"));
    /// ```
    #[must_use]
    pub fn stream(&self) -> Stream {
        Stream::of(self.clone(), self.opened.stream.clone())
    }

    /// Waits for everything that was begun on it.
    ///
    /// ```
    /// # use polarnet_runtime::cuda::{self, Buffer, CudaDevice};
    /// # fn example() -> Result<(), cuda::Error> {
    /// let device = CudaDevice::open(0)?;
    /// let mut buffer = Buffer::from_slice(&device, &[1_u32, 2])?;
    /// buffer.clear(&device.stream())?;
    /// device.synchronize()?; // now it is clear
    /// # Ok(()) }
    /// # example().unwrap_or_else(|error| println!("{error}"));
    /// ```
    ///
    /// # Errors
    ///
    /// An error of the driver, such as one of a kernel.
    pub fn synchronize(&self) -> Result<(), Error> {
        self.alive()?;
        self.count(Counter::Synchronisations, 1);
        self.check("waiting for the device", self.opened.context.synchronize())
    }

    /// Had it an error after which the driver refuses everything? Then everything here returns [`Error::Lost`].
    ///
    /// ```
    /// # use polarnet_runtime::cuda::{self, CudaDevice};
    /// # fn example() -> Result<(), cuda::Error> {
    /// let device = CudaDevice::open(0)?;
    /// assert!(!device.is_lost()); // as it was opened just now
    /// # Ok(()) }
    /// # example().unwrap_or_else(|error| println!("{error}"));
    /// ```
    #[must_use]
    pub fn is_lost(&self) -> bool {
        self.opened.lost.get().is_some()
    }

    /// An error if it is lost.
    pub(super) fn alive(&self) -> Result<(), Error> {
        self.opened.lost.get().map_or(Ok(()), |lost| Err(lost.clone()))
    }

    /// An error if it is lost, or if the other one is not the same.
    pub(super) fn alive_with(&self, other: &CudaDevice) -> Result<(), Error> {
        self.alive()?;
        if Arc::ptr_eq(&self.opened, &other.opened) { Ok(()) } else { Err(Error::OtherDevice) }
    }

    /// What the driver returned, as an error that says what was done. Notes if that is the end of the device.
    pub(super) fn check<T>(&self, doing: &'static str, result: Result<T, DriverError>) -> Result<T, Error> {
        result.map_err(|error| {
            let error = explained(doing, error);
            match error {
                Error::Lost { .. } => self.opened.lost.get_or_init(|| error).clone(),
                other => other,
            }
        })
    }

    pub(super) fn context(&self) -> &Arc<CudaContext> {
        &self.opened.context
    }

    /// Kernels that were compiled for books, the newest last.
    pub(super) fn compiled(&self) -> &Mutex<Vec<(Key, Arc<CudaModule>)>> {
        &self.opened.compiled
    }

    pub(super) fn reducer(&self) -> &OnceLock<Arc<CudaModule>> {
        &self.opened.reducer
    }

    pub(super) fn count(&self, counter: Counter, more: u64) {
        self.opened.counters.add(counter, more);
    }

    /// Takes so many bytes of the budget.
    pub(super) fn take(&self, asked: u64) -> Result<(), Error> {
        let Budget { limit, used } = &*self.budget;
        let within = |used: u64| used.checked_add(asked).filter(|sum| sum <= limit);
        match used.fetch_update(Ordering::Relaxed, Ordering::Relaxed, within) {
            Ok(_) => Ok(()),
            Err(_) => Err(Error::MemoryLimit { asked, limit: *limit }),
        }
    }

    /// Gives them back.
    pub(super) fn give_back(&self, bytes: u64) {
        self.budget.used.fetch_sub(bytes, Ordering::Relaxed);
    }
}

impl fmt::Debug for CudaDevice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CudaDevice")
            .field("info", self.info())
            .field("memory_limit", &self.memory_limit())
            .field("used_memory", &self.used_memory())
            .field("lost", &self.is_lost())
            .finish_non_exhaustive()
    }
}

impl Budget {
    fn new(limit: u64) -> Arc<Budget> {
        Arc::new(Budget { limit, used: AtomicU64::new(0) })
    }
}

fn properties(context: &CudaContext) -> Result<Properties, DriverError> {
    let of = |attribute| attribute_of(context.cu_device(), attribute);
    Ok(Properties {
        shared_per_block: of(Attribute::CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN)?,
        shared_per_multiprocessor: of(Attribute::CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR)?,
        threads_per_block: of(Attribute::CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK)?,
        threads_per_multiprocessor: of(Attribute::CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR)?,
        registers_per_multiprocessor: of(Attribute::CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_MULTIPROCESSOR)?,
        warp: of(Attribute::CU_DEVICE_ATTRIBUTE_WARP_SIZE)?,
        l2_bytes: of(Attribute::CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE)?,
        clock_khz: of(Attribute::CU_DEVICE_ATTRIBUTE_CLOCK_RATE)?,
        cooperative: of(Attribute::CU_DEVICE_ATTRIBUTE_COOPERATIVE_LAUNCH)? != 0,
    })
}

/// The driver's error, or that the device is lost.
fn explained(doing: &'static str, error: DriverError) -> Error {
    match (is_sticky(error.0), failed(doing, error)) {
        (true, Error::Driver { name, .. }) => Error::Lost { doing, name },
        (_, other) => other,
    }
}

/// Does the driver, after this error, return it for all that the process asks of the device?
fn is_sticky(code: CUresult) -> bool {
    matches!(
        code,
        CUresult::CUDA_ERROR_ECC_UNCORRECTABLE
            | CUresult::CUDA_ERROR_NVLINK_UNCORRECTABLE
            | CUresult::CUDA_ERROR_CONTAINED
            | CUresult::CUDA_ERROR_ILLEGAL_ADDRESS
            | CUresult::CUDA_ERROR_LAUNCH_TIMEOUT
            | CUresult::CUDA_ERROR_ASSERT
            | CUresult::CUDA_ERROR_HARDWARE_STACK_ERROR
            | CUresult::CUDA_ERROR_ILLEGAL_INSTRUCTION
            | CUresult::CUDA_ERROR_MISALIGNED_ADDRESS
            | CUresult::CUDA_ERROR_INVALID_ADDRESS_SPACE
            | CUresult::CUDA_ERROR_INVALID_PC
            | CUresult::CUDA_ERROR_LAUNCH_FAILED
            | CUresult::CUDA_ERROR_TENSOR_MEMORY_LEAK
            | CUresult::CUDA_ERROR_EXTERNAL_DEVICE
    )
}
