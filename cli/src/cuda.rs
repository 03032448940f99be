//! CUDA devices: `polarnet devices`, and what `polarnet run --cuda` runs on.

#[cfg(feature = "cuda")]
pub use with::{devices, is_limit, runtime};
#[cfg(not(feature = "cuda"))]
pub use without::{devices, is_limit, runtime};

#[cfg(feature = "cuda")]
mod with {
    use crate::{
        exit,
        output::{print, say},
    };
    use polarnet::{ErrorKind, Runtime, cuda};

    /// Lists the devices.
    pub fn devices() -> Result<(), u8> {
        let devices = cuda::devices().map_err(|error| told(&error))?;
        let lines: String = devices.iter().map(|device| format!("{device}\n")).collect();
        print(&lines)
    }

    /// A runtime whose runs are on the device of that number.
    pub fn runtime(ordinal: usize) -> Result<Runtime, u8> {
        Runtime::cuda(ordinal).map_err(|error| told(&error))
    }

    /// Did the device's memory stop the run?
    pub fn is_limit(kind: &ErrorKind) -> bool {
        use cuda::Error::{MemoryLimit, OutOfMemory};
        matches!(kind, ErrorKind::Cuda(OutOfMemory { .. } | MemoryLimit { .. }))
    }

    fn told(error: &cuda::Error) -> u8 {
        say(&format_args!("error: {error}\n"));
        exit::FAILURE
    }
}

#[cfg(not(feature = "cuda"))]
mod without {
    use crate::{exit, output::say};
    use polarnet::{ErrorKind, Runtime};

    /// There are none.
    pub fn devices() -> Result<(), u8> {
        say(
            &"error: this build has no CUDA back end\nhelp: build it with the feature `cuda`, which is on by default\n",
        );
        Err(exit::FAILURE)
    }

    /// There is none.
    pub fn runtime(_ordinal: usize) -> Result<Runtime, u8> {
        devices().map(|()| Runtime::new())
    }

    /// No.
    pub fn is_limit(_kind: &ErrorKind) -> bool {
        false
    }
}
