//! Code on a device: modules, their functions, and how these are launched.
//!
//! Over 400 lines: its items' examples.

use super::{CudaDevice, Error, Stream, argument::Arguments, layout::STATE_BYTES};
use crate::device::Counter;
use core::fmt;
use cudarc::{
    driver::{
        CudaFunction, CudaModule, DriverError, LaunchConfig, PushKernelArg,
        sys::{CUfunction_attribute as Attribute, CUresult},
    },
    nvrtc::Ptx,
};
use std::sync::Arc;

/// Code that was loaded.
///
/// ```
/// # use polarnet_runtime::cuda::{self, CudaDevice, Module};
/// # const PTX: &str = ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry nothing() { ret; }";
/// # fn example() -> Result<(), cuda::Error> {
/// let device = CudaDevice::open(0)?;
/// let module = Module::load(&device, PTX)?;
/// assert_eq!(module.function("nothing")?.shared_bytes(), 0);
/// # Ok(()) }
/// # example().unwrap_or_else(|error| println!("{error}"));
/// ```
#[derive(Clone)]
pub struct Module {
    device: CudaDevice,
    module: Arc<CudaModule>,
}

impl Module {
    /// Loads PTX, which the driver compiles for the device.
    ///
    /// ```
    /// # use polarnet_runtime::cuda::{self, CudaDevice, Module};
    /// # const PTX: &str = ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry nothing() { ret; }";
    /// # fn example() -> Result<(), cuda::Error> {
    /// let device = CudaDevice::open(0)?;
    /// Module::load(&device, PTX)?;
    /// assert!(Module::load(&device, "this is no PTX").is_err());
    /// # Ok(()) }
    /// # example().unwrap_or_else(|error| println!("{error}"));
    /// ```
    ///
    /// # Errors
    ///
    /// The driver does not take it.
    pub fn load(device: &CudaDevice, ptx: &str) -> Result<Module, Error> {
        if ptx.contains('\0') {
            return Err(Error::Module("there is a NUL in its text".into()));
        }
        Module::of(device, Ptx::from_src(ptx))
    }

    /// Loads a CUBIN: code that was compiled for such a device.
    ///
    /// ```
    /// use polarnet_runtime::cuda::{CudaDevice, Module, nvrtc::{Architecture, Image, Nvrtc, Source}};
    ///
    /// # fn example() -> Result<(), Box<dyn std::error::Error>> {
    /// let device = CudaDevice::open(0)?;
    /// let source = Source { name: "nothing.cu", text: "extern \"C\" __global__ void nothing() {}", headers: &[], options: &[] };
    /// let capability = device.info().capability;
    /// if let Image::Cubin(cubin) = Nvrtc::load()?.compile(&source, Architecture(capability.major, capability.minor))? {
    ///     // SAFETY: it is what NVRTC made.
    ///     unsafe { Module::load_cubin(&device, &cubin)? }.function("nothing")?;
    /// }
    /// # Ok(()) }
    /// # example().unwrap_or_else(|error| println!("{error}"));
    /// ```
    ///
    /// # Errors
    ///
    /// The driver does not take it.
    ///
    /// # Safety
    ///
    /// It is whole, as the compiler made it: the driver is not told its length.
    pub unsafe fn load_cubin(device: &CudaDevice, cubin: &[u8]) -> Result<Module, Error> {
        if !cubin.starts_with(b"\x7fELF") {
            return Err(Error::Module("it is no CUBIN".into()));
        }
        Module::of(device, Ptx::from_binary(cubin.to_vec()))
    }

    fn of(device: &CudaDevice, code: Ptx) -> Result<Module, Error> {
        device.alive()?;
        let module = match device.context().load_module(code) {
            Err(DriverError(code)) if refuses(code) => match device.check("loading code", Err(DriverError(code))) {
                Err(Error::Driver { name, text, .. }) => Err(Error::Module(format!("{text} ({name})"))),
                other => other,
            },
            other => device.check("loading code", other),
        };
        Ok(Module { device: device.clone(), module: module? })
    }

    /// One that is loaded.
    pub(super) fn loaded(device: &CudaDevice, module: Arc<CudaModule>) -> Module {
        Module { device: device.clone(), module }
    }

    pub(super) fn raw(&self) -> &Arc<CudaModule> {
        &self.module
    }

    /// The kernel of that name.
    ///
    /// ```
    /// # use polarnet_runtime::cuda::{self, CudaDevice, Module};
    /// # const PTX: &str = ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry nothing() { ret; }";
    /// # fn example() -> Result<(), cuda::Error> {
    /// let device = CudaDevice::open(0)?;
    /// let module = Module::load(&device, PTX)?;
    /// assert!(module.function("nothing").is_ok());
    /// assert_eq!(module.function("else").unwrap_err(), cuda::Error::NoFunction("else".to_owned()));
    /// # Ok(()) }
    /// # example().unwrap_or_else(|error| println!("{error}"));
    /// ```
    ///
    /// # Errors
    ///
    /// There is none.
    pub fn function(&self, name: &str) -> Result<Function, Error> {
        self.device.alive()?;
        if name.contains('\0') {
            return Err(Error::NoFunction(name.replace('\0', "\\0")));
        }
        let function = match self.module.load_function(name) {
            Err(DriverError(CUresult::CUDA_ERROR_NOT_FOUND)) => return Err(Error::NoFunction(name.to_owned())),
            other => self.device.check("finding a kernel", other)?,
        };
        let of = |attribute| {
            let value = self.device.check("asking for a kernel's properties", function.get_attribute(attribute))?;
            Ok::<u32, Error>(u32::try_from(value).unwrap_or(0))
        };
        Ok(Function {
            registers: of(Attribute::CU_FUNC_ATTRIBUTE_NUM_REGS)?,
            local_bytes: of(Attribute::CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES)?,
            shared_bytes: of(Attribute::CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES)?,
            max_threads: of(Attribute::CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK)?,
            device: self.device.clone(),
            function,
        })
    }
}

impl fmt::Debug for Module {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Module")
    }
}

/// Does the driver say with this that it does not take code?
fn refuses(code: CUresult) -> bool {
    matches!(
        code,
        CUresult::CUDA_ERROR_INVALID_IMAGE
            | CUresult::CUDA_ERROR_NO_BINARY_FOR_GPU
            | CUresult::CUDA_ERROR_INVALID_PTX
            | CUresult::CUDA_ERROR_JIT_COMPILER_NOT_FOUND
            | CUresult::CUDA_ERROR_UNSUPPORTED_PTX_VERSION
            | CUresult::CUDA_ERROR_JIT_COMPILATION_DISABLED
            | CUresult::CUDA_ERROR_INVALID_SOURCE
            | CUresult::CUDA_ERROR_SHARED_OBJECT_SYMBOL_NOT_FOUND
    )
}

/// The kernel that reduces nets, loaded once for each device that is opened.
pub(super) fn reducer(device: &CudaDevice) -> Result<Function, Error> {
    const PTX: &str = include_str!("../../kernels/reduce.ptx");
    let module = match device.reducer().get() {
        Some(module) => Module { device: device.clone(), module: module.clone() },
        None => {
            let loaded = Module::load(device, PTX)?;
            // Another thread may have been faster; either will do.
            let module = device.reducer().get_or_init(|| loaded.module.clone()).clone();
            Module { device: device.clone(), module }
        }
    };
    let function = module.function("reduce")?;
    function.allow_shared(STATE_BYTES as u32)?;
    Ok(function)
}

/// A kernel.
///
/// ```
/// # use polarnet_runtime::cuda::{self, CudaDevice, Launch, Module};
/// # const PTX: &str = ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry nothing() { ret; }";
/// # fn example() -> Result<(), cuda::Error> {
/// let device = CudaDevice::open(0)?;
/// let nothing = Module::load(&device, PTX)?.function("nothing")?;
/// println!("{} registers, blocks of up to {} threads", nothing.registers(), nothing.max_threads());
/// // SAFETY: it has no parameters, and accesses nothing.
/// unsafe { nothing.launch(&device.stream(), Launch { blocks: 2, threads: 32, shared: 0 }, ())? };
/// device.synchronize()?;
/// # Ok(()) }
/// # example().unwrap_or_else(|error| println!("{error}"));
/// ```
#[derive(Clone)]
pub struct Function {
    device: CudaDevice,
    function: CudaFunction,
    registers: u32,
    local_bytes: u32,
    shared_bytes: u32,
    max_threads: u32,
}

/// How many threads a kernel gets: blocks of so many, in one dimension.
///
/// ```
/// # use polarnet_runtime::cuda::{self, CudaDevice, Launch, Module};
/// # const PTX: &str = ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry nothing() { ret; }";
/// # fn example() -> Result<(), cuda::Error> {
/// let device = CudaDevice::open(0)?;
/// let nothing = Module::load(&device, PTX)?.function("nothing")?;
/// // 256 threads, in blocks of 64.
/// let launch = Launch { blocks: 4, threads: 64, shared: 0 };
/// // SAFETY: it has no parameters, and accesses nothing.
/// unsafe { nothing.launch(&device.stream(), launch, ())? };
/// assert_eq!(device.counts().launches, 1);
/// # Ok(()) }
/// # example().unwrap_or_else(|error| println!("{error}"));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Launch {
    /// Blocks.
    pub blocks: u32,
    /// Threads of each block.
    pub threads: u32,
    /// Bytes of dynamic shared memory of each block.
    pub shared: u32,
}

impl Function {
    /// Registers of a thread.
    ///
    /// ```
    /// # use polarnet_runtime::cuda::{self, CudaDevice, Module};
    /// # const PTX: &str = ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry nothing() { ret; }";
    /// # fn example() -> Result<(), cuda::Error> {
    /// let device = CudaDevice::open(0)?;
    /// let nothing = Module::load(&device, PTX)?.function("nothing")?;
    /// assert!(nothing.registers() * nothing.max_threads() <= device.properties().registers_per_multiprocessor);
    /// # Ok(()) }
    /// # example().unwrap_or_else(|error| println!("{error}"));
    /// ```
    #[must_use]
    pub fn registers(&self) -> u32 {
        self.registers
    }

    /// Bytes of memory of a thread for what has no register: 0 unless registers are spilled, or arrays indexed.
    ///
    /// ```
    /// # use polarnet_runtime::cuda::{self, CudaDevice, Module};
    /// # const PTX: &str = ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry nothing() { ret; }";
    /// # fn example() -> Result<(), cuda::Error> {
    /// let device = CudaDevice::open(0)?;
    /// let nothing = Module::load(&device, PTX)?.function("nothing")?;
    /// assert_eq!(nothing.local_bytes(), 0);
    /// # Ok(()) }
    /// # example().unwrap_or_else(|error| println!("{error}"));
    /// ```
    #[must_use]
    pub fn local_bytes(&self) -> u32 {
        self.local_bytes
    }

    /// Bytes of shared memory of a block, beside dynamic ones.
    ///
    /// ```
    /// # use polarnet_runtime::cuda::{self, CudaDevice, Module};
    /// # const PTX: &str = ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry nothing() { ret; }";
    /// # fn example() -> Result<(), cuda::Error> {
    /// let device = CudaDevice::open(0)?;
    /// let nothing = Module::load(&device, PTX)?.function("nothing")?;
    /// assert_eq!(nothing.shared_bytes(), 0);
    /// # Ok(()) }
    /// # example().unwrap_or_else(|error| println!("{error}"));
    /// ```
    #[must_use]
    pub fn shared_bytes(&self) -> u32 {
        self.shared_bytes
    }

    /// The most threads that a block may have, because of registers.
    ///
    /// ```
    /// # use polarnet_runtime::cuda::{self, CudaDevice, Module};
    /// # const PTX: &str = ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry nothing() { ret; }";
    /// # fn example() -> Result<(), cuda::Error> {
    /// let device = CudaDevice::open(0)?;
    /// let nothing = Module::load(&device, PTX)?.function("nothing")?;
    /// assert!(nothing.max_threads() <= device.properties().threads_per_block);
    /// # Ok(()) }
    /// # example().unwrap_or_else(|error| println!("{error}"));
    /// ```
    #[must_use]
    pub fn max_threads(&self) -> u32 {
        self.max_threads
    }

    /// Lets launches have so many bytes of dynamic shared memory, where they are more than the 48 KiB that all may have.
    ///
    /// ```
    /// # use polarnet_runtime::cuda::{self, CudaDevice, Module};
    /// # const PTX: &str = ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry nothing() { ret; }";
    /// # fn example() -> Result<(), cuda::Error> {
    /// let device = CudaDevice::open(0)?;
    /// let nothing = Module::load(&device, PTX)?.function("nothing")?;
    /// let most = device.properties().shared_per_block;
    /// nothing.allow_shared(most)?;
    /// assert!(nothing.allow_shared(most + 1).is_err());
    /// # Ok(()) }
    /// # example().unwrap_or_else(|error| println!("{error}"));
    /// ```
    ///
    /// # Errors
    ///
    /// No block of the device has so many.
    pub fn allow_shared(&self, bytes: u32) -> Result<(), Error> {
        self.device.alive()?;
        let most = self.device.properties().shared_per_block.saturating_sub(self.shared_bytes);
        let value = match i32::try_from(bytes) {
            Ok(value) if bytes <= most => value,
            _ => return Err(Error::SharedMemory { asked: bytes.into(), most: most.into() }),
        };
        self.bind()?;
        let attribute = Attribute::CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES;
        self.device.check("setting a kernel's shared memory", self.function.set_attribute(attribute, value))
    }

    /// How many blocks of so many threads, with so many bytes of dynamic shared memory each, a multiprocessor runs together.
    ///
    /// ```
    /// # use polarnet_runtime::cuda::{self, CudaDevice, Module};
    /// # const PTX: &str = ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry nothing() { ret; }";
    /// # fn example() -> Result<(), cuda::Error> {
    /// let device = CudaDevice::open(0)?;
    /// let nothing = Module::load(&device, PTX)?.function("nothing")?;
    /// let blocks = nothing.blocks_per_multiprocessor(256, 0)?;
    /// assert!(blocks * 256 <= device.properties().threads_per_multiprocessor);
    /// # Ok(()) }
    /// # example().unwrap_or_else(|error| println!("{error}"));
    /// ```
    ///
    /// # Errors
    ///
    /// An error of the driver.
    pub fn blocks_per_multiprocessor(&self, threads: u32, shared: u32) -> Result<u32, Error> {
        self.device.alive()?;
        self.bind()?;
        let blocks = self.function.occupancy_max_active_blocks_per_multiprocessor(threads, shared as usize, None);
        self.device.check("asking for a kernel's occupancy", blocks)
    }

    /// How many of them the device runs together: what a cooperative launch may have.
    ///
    /// ```
    /// # use polarnet_runtime::cuda::{self, CudaDevice, Module};
    /// # const PTX: &str = ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry nothing() { ret; }";
    /// # fn example() -> Result<(), cuda::Error> {
    /// let device = CudaDevice::open(0)?;
    /// let nothing = Module::load(&device, PTX)?.function("nothing")?;
    /// let each = nothing.blocks_per_multiprocessor(256, 0)?;
    /// assert_eq!(nothing.cooperative_blocks(256, 0)?, each * device.info().multiprocessors);
    /// # Ok(()) }
    /// # example().unwrap_or_else(|error| println!("{error}"));
    /// ```
    ///
    /// # Errors
    ///
    /// An error of the driver.
    pub fn cooperative_blocks(&self, threads: u32, shared: u32) -> Result<u32, Error> {
        let each = self.blocks_per_multiprocessor(threads, shared)?;
        Ok(each.saturating_mul(self.device.info().multiprocessors))
    }

    /// Begins the kernel, behind what was begun on the stream. Does not wait: what goes wrong in the kernel is an error of
    /// what waits for it.
    ///
    /// ```
    /// # use polarnet_runtime::cuda::{self, Buffer, CudaDevice, Launch, Module};
    /// # const PTX: &str = ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry seven(.param .u64 p) {\n\
    /// #     .reg .b64 %a; ld.param.u64 %a, [p]; cvta.to.global.u64 %a, %a; st.global.u32 [%a], 7; ret; }";
    /// # fn example() -> Result<(), cuda::Error> {
    /// let device = CudaDevice::open(0)?;
    /// let seven = Module::load(&device, PTX)?.function("seven")?;
    /// let mut words = Buffer::<u32>::zeroed(&device, 3)?;
    /// let launch = Launch { blocks: 1, threads: 1, shared: 0 };
    /// // SAFETY: the kernel has one parameter, a pointer, and writes to the first word.
    /// unsafe { seven.launch(&device.stream(), launch, (&mut words,))? };
    /// assert_eq!(words.to_vec()?, [7, 0, 0]); // which waits for it
    /// # Ok(()) }
    /// # example().unwrap_or_else(|error| println!("{error}"));
    /// ```
    ///
    /// # Errors
    ///
    /// The driver refuses it, as where a block has too many threads.
    ///
    /// # Safety
    ///
    /// The kernel has these parameters, in that order, pointers for buffers, which are on the same device. It accesses memory of these buffers, and of others
    /// that nothing else accesses until it has ended; it writes only to those that it gets by `&mut`, or that nobody reads, or
    /// frees, meanwhile.
    pub unsafe fn launch(&self, stream: &Stream, launch: Launch, mut args: impl Arguments) -> Result<(), Error> {
        self.device.alive_with(stream.device())?;
        let mut builder = stream.raw().launch_builder(&self.function);
        args.push(&mut builder);
        // SAFETY: the caller's word.
        let launched = unsafe { builder.launch(launch.config()) };
        self.device.check("launching a kernel", launched)?;
        self.device.count(Counter::Launches, 1);
        Ok(())
    }

    /// The same, with grid and blocks of three dimensions, and words for parameters.
    ///
    /// # Safety
    ///
    /// As [`launch`](Self::launch).
    pub(super) unsafe fn launch_grid(
        &self,
        stream: &Stream,
        blocks: [u32; 3],
        threads: [u32; 3],
        words: &[u64],
    ) -> Result<(), Error> {
        self.device.alive_with(stream.device())?;
        let mut builder = stream.raw().launch_builder(&self.function);
        for word in words {
            builder.arg(word);
        }
        let config = LaunchConfig { grid_dim: blocks.into(), block_dim: threads.into(), shared_mem_bytes: 0 };
        // SAFETY: the caller's word.
        let launched = unsafe { builder.launch(config) };
        self.device.check("launching a kernel", launched)?;
        self.device.count(Counter::Launches, 1);
        Ok(())
    }

    /// The same, where all blocks run together, and may wait for each other.
    ///
    /// ```
    /// # use polarnet_runtime::cuda::{self, CudaDevice, Launch, Module};
    /// # const PTX: &str = ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry nothing() { ret; }";
    /// # fn example() -> Result<(), cuda::Error> {
    /// let device = CudaDevice::open(0)?;
    /// let nothing = Module::load(&device, PTX)?.function("nothing")?;
    /// let launch = Launch { blocks: nothing.cooperative_blocks(32, 0)?, threads: 32, shared: 0 };
    /// // SAFETY: it has no parameters, and accesses nothing.
    /// unsafe { nothing.launch_cooperative(&device.stream(), launch, ())? };
    /// device.synchronize()?;
    /// # Ok(()) }
    /// # example().unwrap_or_else(|error| println!("{error}"));
    /// ```
    ///
    /// # Errors
    ///
    /// The device cannot, they are more than [`cooperative_blocks`](Self::cooperative_blocks), or the driver refuses it.
    ///
    /// # Safety
    ///
    /// As [`launch`](Self::launch).
    pub unsafe fn launch_cooperative(
        &self,
        stream: &Stream,
        launch: Launch,
        mut args: impl Arguments,
    ) -> Result<(), Error> {
        self.device.alive_with(stream.device())?;
        if !self.device.properties().cooperative {
            return Err(Error::NoCooperativeLaunch { device: self.device.info().name.clone() });
        }
        let mut builder = stream.raw().launch_builder(&self.function);
        args.push(&mut builder);
        // SAFETY: the caller's word.
        let launched = unsafe { builder.launch_cooperative(launch.config()) };
        self.device.check("launching a kernel", launched)?;
        self.device.count(Counter::Launches, 1);
        Ok(())
    }

    /// What `cudarc` does by itself elsewhere.
    fn bind(&self) -> Result<(), Error> {
        self.device.check("entering the device's context", self.device.context().bind_to_thread())
    }
}

impl fmt::Debug for Function {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Function")
            .field("registers", &self.registers)
            .field("local_bytes", &self.local_bytes)
            .field("shared_bytes", &self.shared_bytes)
            .field("max_threads", &self.max_threads)
            .finish_non_exhaustive()
    }
}

impl Launch {
    fn config(self) -> LaunchConfig {
        LaunchConfig { grid_dim: (self.blocks, 1, 1), block_dim: (self.threads, 1, 1), shared_mem_bytes: self.shared }
    }
}
