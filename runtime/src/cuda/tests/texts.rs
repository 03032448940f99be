//! What errors say.

use super::super::{Buffer, CudaDevice, Error, Event, Function, Module, Stream, Version, devices, is_available};
use crate::{ErrorKind, Runtime, stats::Stats};

const OLD: Version = Version { major: 12, minor: 4 };
const NEW: Version = Version { major: 13, minor: 0 };

#[test]
fn each_error_says_what_is_wrong_and_what_to_do() {
    let name = || "T4".to_owned();
    let device = || name();
    for (error, what) in [
        (Error::NoDriver, "the CUDA back end is not available: no CUDA driver on this machine"),
        (
            Error::NotADriver("it lacks `cuInit`".into()),
            "the CUDA back end is not available: the library that was found is no CUDA driver: it lacks `cuInit`",
        ),
        (
            Error::DriverTooOld { found: OLD, needed: NEW },
            "the CUDA back end is not available: the driver is one for CUDA 12.4, and the kernels are for CUDA 13.0",
        ),
        (Error::NoDevice, "the CUDA back end is not available: no CUDA device on this machine"),
        (Error::NoSuchDevice { ordinal: 3, devices: 2 }, "there is no CUDA device 3"),
        (
            Error::DeviceTooOld { device: device(), capability: Version { major: 7, minor: 5 }, needed: NEW },
            "the CUDA device T4 has compute capability 7.5, and the kernels are for 13.0 or newer",
        ),
        (
            Error::OutOfMemory { asked: 3 << 30, free: 1 << 20 },
            "the CUDA device has no 3 GiB of memory, only 1 MiB are free",
        ),
        (
            Error::MemoryLimit { asked: 5, limit: 1 << 10 },
            "the memory limit of 1 KiB on the CUDA device is reached: 5 bytes more were asked for",
        ),
        (Error::NoCooperativeLaunch { device: device() }, "the CUDA device T4 has no cooperative launches"),
        (
            Error::SharedMemory { asked: 1 << 20, most: 99 << 10 },
            "a block of the CUDA device has 99 KiB of shared memory, and 1 MiB were asked for",
        ),
        (Error::Range { start: 2, end: 9, len: 4 }, "2 to 9 is not in a buffer of 4 elements"),
        (Error::OtherDevice, "a stream of one CUDA device was used with what is on another"),
        (Error::Module("bad (X)".into()), "the CUDA driver does not load the kernels: bad (X)"),
        (Error::NoFunction("f".into()), "the loaded code has no kernel `f`"),
        (
            Error::Lost { doing: "waiting for a stream", name: "CUDA_ERROR_ILLEGAL_ADDRESS".into() },
            "the CUDA device is lost to this process, since waiting for a stream failed with CUDA_ERROR_ILLEGAL_ADDRESS",
        ),
        (
            Error::Driver { doing: "launching a kernel", name: "E".into(), code: 1, text: "invalid argument".into() },
            "launching a kernel failed on the CUDA device: E (1)",
        ),
        (Error::RustInRules, "the book has rules whose right side is Rust, which runs on the CPU only"),
        (
            Error::ElementaryInRules,
            "a rule of the book computes an elementary function of floats, which gives the same result on the CPU only",
        ),
    ] {
        let text = error.to_string();
        let (said, help) = text.split_once("\nhelp: ").expect(what);
        assert_eq!(said, what);
        assert!(!help.is_empty() && !help.contains('\n') && !help.ends_with('.'), "{text}");
        // A run's error says the same.
        assert_eq!(ErrorKind::Cuda(error).with(Stats::default()).to_string(), text);
    }
    let of = |devices| Error::NoSuchDevice { ordinal: 7, devices }.to_string();
    assert!(of(1).ends_with("this machine has one, device 0"), "{}", of(1));
    assert!(of(3).ends_with("this machine has 3, devices 0 to 2"), "{}", of(3));
}

#[test]
fn what_is_said_on_this_machine_is_said_by_all() {
    match devices() {
        Ok(devices) => {
            assert!(is_available());
            let beyond = devices.len();
            let error = CudaDevice::open(beyond).unwrap_err();
            assert_eq!(error, Error::NoSuchDevice { ordinal: beyond, devices: beyond });
            let numbers = devices.iter().map(|device| device.ordinal);
            assert!(numbers.eq(0..beyond), "{devices:?}");
        }
        Err(error) => {
            assert!(!is_available());
            assert_eq!(CudaDevice::open(0).unwrap_err(), error);
            assert_eq!(Runtime::cuda(usize::MAX).unwrap_err(), error);
            assert!(error.to_string().starts_with("the CUDA back end is not available: "), "{error}");
        }
    }
}

/// Threads share what is on a device.
#[test]
fn everything_may_go_to_other_threads() {
    fn shared<T: Send + Sync>() {}
    shared::<(CudaDevice, Buffer<u64>, Stream, Event, Module, Function, Error, Runtime)>();
}
