//! What can be set, and what is counted.

use std::ffi::CStr;

/// How kernels run, and on what. But for the seed, what is `None` or `false` here is as the environment sets it, by variables
/// `POLARNET_EMULATOR_` with the name of the [`Setting`].
#[derive(Clone, Debug)]
pub struct Options {
    /// Which interleaving: the same kernels with the same data run in the same way under the same seed.
    pub seed: u64,
    /// Another thread runs before one primitive in so many; 0: only where a thread waits.
    pub switch_one_in: Option<u32>,
    /// Fences modelled: plain and relaxed stores become visible to other threads late and out of order, but for what a fence, a
    /// release, a barrier or coherence orders.
    pub late_stores: bool,
    /// Fences modelled: plain and relaxed loads may give what memory held at any time since the thread last acquired, by an
    /// acquire, a fence or a barrier; an address that was loaded orders nothing. A missing acquire is found.
    pub stale_loads: bool,
    /// What is submitted to a stream runs late: when something waits for it, or at random. A host that does not wait for
    /// what it reads reads something else.
    pub lazy_streams: bool,
    /// Bytes of the device's memory.
    pub memory: Option<u64>,
    /// Multiprocessors of the device.
    pub multiprocessors: Option<u32>,
    /// A launch of more primitives than this fails, with a report of where its threads are; 0: no bound.
    pub max_steps: Option<u64>,
    /// Reports are kept for [`Emulator::report`](crate::Emulator::report), and not printed.
    pub quiet: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            seed: 1,
            switch_one_in: None,
            late_stores: false,
            stale_loads: false,
            lazy_streams: false,
            memory: None,
            multiprocessors: None,
            max_steps: None,
            quiet: false,
        }
    }
}

impl Options {
    pub(crate) fn settings(&self) -> impl Iterator<Item = (Setting, u64)> {
        [
            (Setting::SwitchOneIn, self.switch_one_in.map(u64::from)),
            (Setting::LateStores, self.late_stores.then_some(1)),
            (Setting::StaleLoads, self.stale_loads.then_some(1)),
            (Setting::LazyStreams, self.lazy_streams.then_some(1)),
            (Setting::Memory, self.memory),
            (Setting::Multiprocessors, self.multiprocessors.map(u64::from)),
            (Setting::MaxSteps, self.max_steps),
            (Setting::Quiet, self.quiet.then_some(1)),
            (Setting::Seed, Some(self.seed)),
        ]
        .into_iter()
        .filter_map(|(setting, value)| Some((setting, value?)))
    }
}

macro_rules! settings {
    ($($(#[doc = $doc:literal])* $setting:ident = $name:literal,)*) => {
        /// What [`Emulator::set`](crate::Emulator::set) sets. The environment variables have the names in capitals, such as
        /// `POLARNET_EMULATOR_SWITCH_ONE_IN`.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[non_exhaustive]
        pub enum Setting {
            $($(#[doc = $doc])* $setting,)*
        }

        impl Setting {
            /// All of them.
            pub const ALL: &[Self] = &[$(Self::$setting,)*];

            pub(crate) fn name(self) -> &'static CStr {
                match self {
                    $(Self::$setting => $name,)*
                }
            }
        }
    };
}

settings! {
    /// [`Options::seed`]; launches count from here.
    Seed = c"seed",
    /// [`Options::switch_one_in`]; 8.
    SwitchOneIn = c"switch_one_in",
    /// [`Options::late_stores`]; 0 or 1.
    LateStores = c"late_stores",
    /// Some late store becomes visible at one primitive in so many; 16. 0: none before it has to be.
    SettleOneIn = c"settle_one_in",
    /// [`Options::stale_loads`]; 0 or 1.
    StaleLoads = c"stale_loads",
    /// One load in so many that may be stale is; 4.
    StaleOneIn = c"stale_one_in",
    /// [`Options::max_steps`]; 2^31.
    MaxSteps = c"max_steps",
    /// Nanoseconds that `now` advances by each primitive of any thread; 10.
    StepNs = c"step_ns",
    /// Bytes of each thread's stack; 64 KiB.
    StackBytes = c"stack_bytes",
    /// Devices; 1. Where there is none, `cuInit` gives `CUDA_ERROR_NO_DEVICE`.
    Devices = c"devices",
    /// The version of CUDA that the driver says it knows, as `cuDriverGetVersion` gives it; 13000. PTX that is newer is refused.
    DriverVersion = c"driver_version",
    /// [`Options::multiprocessors`]; 4, and 1 under ThreadSanitizer, which has room for few threads.
    Multiprocessors = c"multiprocessors",
    /// [`Options::memory`]; 256 MiB.
    Memory = c"memory",
    /// [`Options::lazy_streams`]; 0 or 1.
    LazyStreams = c"lazy_streams",
    /// The so many'th allocation from now gives `CUDA_ERROR_OUT_OF_MEMORY`; 0: none.
    FailAllocation = c"fail_allocation",
    /// The so many'th launch from now fails with `CUDA_ERROR_ILLEGAL_ADDRESS`; 0: none.
    FailLaunch = c"fail_launch",
    /// To compile fails with `NVRTC_ERROR_INTERNAL_ERROR`; 0 or 1.
    FailCompilation = c"fail_compilation",
    /// The process aborts at the first report, for a debugger; 0 or 1.
    AbortOnReport = c"abort_on_report",
    /// [`Options::quiet`]; 0 or 1.
    Quiet = c"quiet",
    /// A kernel that is looked up from now on is its so many'th variant, whose name has `_without_…` behind it: tests want to
    /// see it fail. 0: itself.
    Without = c"without",
}

/// What [`Emulator::counts`](crate::Emulator::counts) gives: since the process began.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Launches of kernels.
    pub launches: u64,
    /// Blocks that began.
    pub blocks: u64,
    /// Primitives that threads called.
    pub steps: u64,
    /// Switches from one thread to another.
    pub switches: u64,
    /// Stores that became visible late.
    pub late_stores: u64,
    /// Allocations, of the device's memory and of pinned memory.
    pub allocations: u64,
    /// Bytes of the device's memory that are allocated now.
    pub allocated_bytes: u64,
    /// Sources that NVRTC's stand-in was given to compile.
    pub compilations: u64,
}
