//! What can go wrong on a device that compiles.

#[cfg(all(feature = "cuda", not(any(loom, shuttle, miri))))]
use crate::cuda::{self, nvrtc};
use crate::passes::Fault;

/// Why there is no such device, or why a function has no result on it. A device of [threads](super::Device::threads) has none of these.
///
/// ```
/// use polarnet_runtime::device::{Device, Error};
///
/// let result = Device::threads().scope(|queue| {
///     let mut encoder = queue.encode();
///     encoder.try_call::<u32>(|| Err(Error::TooLong { function: "cost", len: 1 << 33 }));
///     encoder.submit().try_wait().map(drop)
/// });
/// let error = result.unwrap_err().to_string();
/// assert_eq!(error.lines().last(), Some("help: divide it, or use the CPU"));
/// ```
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// There is no such device, it has no memory left, or the driver has an error.
    #[cfg(all(feature = "cuda", not(any(loom, shuttle, miri))))]
    #[error(transparent)]
    Cuda(#[from] cuda::Error),
    /// There is no compiler, or it does not take what was made of the function.
    #[cfg(all(feature = "cuda", not(any(loom, shuttle, miri))))]
    #[error("`{function}` cannot run on the device: {error}")]
    Compile {
        /// The function.
        function: &'static str,
        /// What the compiler says.
        error: nvrtc::Error,
    },
    /// A row has no value: where the CPU's pass would panic.
    #[error(
        "`{function}` has no value in row {row}: {fault}\n\
         help: the same on the CPU panics there; test for it in `{function}`, or keep such rows out of the batch"
    )]
    Fault {
        /// The function.
        function: &'static str,
        /// The first such row, in the order of the CPU's pass.
        row: u32,
        /// What happened.
        fault: Fault,
    },
    /// A column has more than 2³² − 1 values, or a batch as many users.
    #[error(
        "what `{function}` reads has {len} values, and the device counts to {}\nhelp: divide it, or use the CPU",
        u32::MAX
    )]
    TooLong {
        /// The function.
        function: &'static str,
        /// How many.
        len: usize,
    },
    /// The device gave something that is no value of the column's type.
    #[error(
        "what `{function}` computed on the device is no value of its type in row {row}\n\
         help: this is a fault of ours, or of the device's memory: compare with `Device::threads()`"
    )]
    Invalid {
        /// The function.
        function: &'static str,
        /// The first such row.
        row: u32,
    },
    /// What the macro emits does not fit together.
    #[error("`{function}` cannot run on the device: {what}\nhelp: this is a fault of ours; use the CPU")]
    Program {
        /// The function.
        function: &'static str,
        /// What is wrong.
        what: &'static str,
    },
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_say_what_and_what_to_do() {
        let errors = [
            Error::Fault { function: "cost", row: 7, fault: Fault::DivisionByZero },
            Error::TooLong { function: "cost", len: 1 << 33 },
            Error::Invalid { function: "cost", row: 7 },
            Error::Program { function: "cost", what: "there is nothing in one of its slots" },
        ];
        for error in errors {
            let text = error.to_string();
            let (what, help) = text.split_once("\nhelp: ").unwrap();
            assert!(what.contains("`cost`") && !help.is_empty(), "{text}");
        }
        let text = Error::Fault { function: "cost", row: 7, fault: Fault::DivisionByZero }.to_string();
        assert!(text.starts_with("`cost` has no value in row 7: attempt to divide by zero\n"), "{text}");
    }

    /// With a driver or without one.
    #[cfg(all(feature = "cuda", not(miri)))]
    #[test]
    fn there_are_not_so_many_devices() {
        let error = crate::device::Device::cuda(usize::MAX).unwrap_err();
        assert!(matches!(error, Error::Cuda(_)) && error.to_string().contains("\nhelp: "), "{error}");
    }
}
