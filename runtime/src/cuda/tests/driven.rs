//! Each test runs in a process of its own, whose driver is a fake.

use super::{
    super::{Buffer, CudaDevice, Error, Launch, Module, Stream, Version, devices, is_available},
    fake,
};
use crate::{Runtime, error::ErrorKind, test_books};
use std::{path::Path, process::Command};

/// The variable by which the fake driver, and a test that was started again, know what it is.
const FAKE: &str = "FAKE_CUDA";

/// Runs the test `name` again, with the driver in `folder`, which lacks what the words say.
fn under(folder: Option<&Path>, name: &str, words: &str, test: impl FnOnce()) {
    if std::env::var(FAKE).is_ok_and(|said| said == words) {
        return test();
    }
    if std::env::var_os(FAKE).is_some() {
        return; // not with these words
    }
    let Some(folder) = folder else { return };
    let mut again = Command::new(std::env::current_exe().unwrap());
    again.args([&format!("cuda::tests::driven::{name}"), "--exact"]);
    let output = again.env(FAKE, words).env("LD_LIBRARY_PATH", folder).output().unwrap();
    let [out, err] = [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    assert!(output.status.success() && out.contains("1 passed"), "{name} with `{words}`:\n{out}{err}");
}

fn driven(name: &str, words: &str, test: impl FnOnce()) {
    let folder = if std::env::var_os(FAKE).is_some() { None } else { fake::driver() };
    under(folder, name, words, test);
}

#[test]
fn a_library_that_is_no_driver() {
    let folder = if std::env::var_os(FAKE).is_some() { None } else { fake::no_driver() };
    under(folder.as_deref(), "a_library_that_is_no_driver", "no driver", || {
        assert!(!is_available());
        assert_eq!(CudaDevice::open(0).unwrap_err(), Error::NotADriver("it lacks `cuInit`".into()));
    });
}

#[test]
fn drivers_without_a_device_that_serves() {
    let stub = || Error::NotADriver("it is a stub of the toolkit's, for linking".into());
    let old =
        || Error::DriverTooOld { found: Version { major: 12, minor: 4 }, needed: Version { major: 13, minor: 0 } };
    let cases: [(&str, &dyn Fn() -> Error); 4] =
        [("stub", &stub), ("old", &old), ("none", &|| Error::NoDevice), ("zero", &|| Error::NoDevice)];
    for (words, error) in cases {
        driven("drivers_without_a_device_that_serves", words, || {
            assert!(!is_available());
            assert_eq!(devices().unwrap_err(), error());
            assert_eq!(Runtime::cuda(0).unwrap_err(), error());
        });
    }
}

#[test]
fn devices_are_listed_and_refused() {
    driven("devices_are_listed_and_refused", "turing,endless", || {
        let devices = devices().unwrap();
        let [device] = &devices[..] else { panic!("{devices:?}") };
        assert_eq!((device.capability, device.memory), (Version { major: 7, minor: 5 }, 1 << 20));
        assert!(device.name.chars().all(|c| c == 'x') && device.name.len() > 100, "{device}");
        assert!(matches!(CudaDevice::open(0), Err(Error::DeviceTooOld { .. })));
        assert_eq!(CudaDevice::open(1).unwrap_err(), Error::NoSuchDevice { ordinal: 1, devices: 1 });
    });
    driven("devices_are_listed_and_refused", "well", || {
        let line = devices().unwrap()[0].to_string();
        assert_eq!(line, "device 0: xxx, compute capability 9.0, 1 MiB, 4 multiprocessors, driver for CUDA 13.1");
        let device = CudaDevice::open(0).unwrap();
        assert_eq!((device.properties().shared_per_block, device.properties().warp), (100 << 10, 32));
        assert!(format!("{device:?}").contains("\"xxx\""));
    });
}

#[test]
fn buffers_hold_what_was_written() {
    for words in ["well", "poolless"] {
        driven("buffers_hold_what_was_written", words, || {
            let device = CudaDevice::open(0).unwrap();
            let stream = Stream::new(&device).unwrap();
            let mut buffer = Buffer::<u64>::zeroed(&device, 100).unwrap();
            buffer.write(&stream, 98, &[7, u64::MAX]).unwrap();
            assert_eq!(buffer.read(&stream, 97..100).unwrap(), [0, 7, u64::MAX]);
            for (at, len) in [(99, 2), (101, 0), (usize::MAX, 2)] {
                let end = at.saturating_add(len);
                let error = buffer.write(&stream, at, &vec![1; len]).unwrap_err();
                assert_eq!(error, Error::Range { start: at, end, len: 100 });
            }
            assert!(matches!(buffer.read(&stream, 0..101), Err(Error::Range { .. })));
            assert!(buffer.read(&stream, 5..5).unwrap().is_empty());
            let empty = Buffer::<[f32; 3]>::from_slice(&device, &[]).unwrap();
            assert_eq!((empty.len(), empty.to_vec().unwrap().len()), (0, 0));
            let counts = device.counts();
            assert_eq!((counts.to_device_bytes, counts.from_device_bytes, counts.copies), (16, 24, 2));
            // Another thread has no context until it drops what is on the device.
            std::thread::spawn(move || drop((buffer, empty))).join().unwrap();
            assert_eq!(device.used_memory(), 0);
            assert_eq!(device.free_memory().unwrap(), 1 << 20);
        });
    }
}

#[test]
fn memory_ends() {
    driven("memory_ends", "well", || {
        let device = CudaDevice::open(0).unwrap();
        let held = Buffer::<u8>::uninit(&device, 1 << 19).unwrap();
        let error = Buffer::<u32>::zeroed(&device, 1 << 18).unwrap_err();
        assert_eq!(error, Error::OutOfMemory { asked: 1 << 20, free: 1 << 19 });
        assert_eq!(device.used_memory(), 1 << 19); // nothing of what failed
        for len in [usize::MAX, usize::MAX / 8] {
            assert!(matches!(Buffer::<u64>::uninit(&device, len), Err(Error::OutOfMemory { .. })));
        }
        drop(held);
        let limited = device.with_memory_limit(1000);
        let held = Buffer::<u8>::uninit(&limited, 900).unwrap();
        let error = Buffer::<u8>::uninit(&limited.clone(), 101).unwrap_err();
        assert_eq!(error, Error::MemoryLimit { asked: 101, limit: 1000 });
        drop(held);
        assert!(Buffer::<u8>::uninit(&limited, 1000).is_ok());
        // Three quarters of what is free, or the device's own limit.
        assert_eq!(Runtime::cuda(0).unwrap().limits.memory, 3 << 18);
        assert_eq!(Runtime::on(limited).limits.memory, 1000);
    });
}

/// Adds 5 to 1, 2, 3 on the device.
fn add(device: &CudaDevice, cooperative: bool) -> Result<Vec<u64>, Error> {
    let function = Module::load(device, ".version 9.0")?.function("add")?;
    let stream = Stream::new(device)?;
    let from = Buffer::from_slice(device, &[1_u64, 2, 3])?;
    let mut to = Buffer::<u64>::zeroed(device, 3)?;
    let launch = Launch { blocks: 1, threads: 32, shared: 0 };
    let args = (&mut to, &from, 3_u32, 5_u64);
    let begun = stream.record()?;
    // SAFETY: these are the parameters of `add`.
    unsafe {
        match cooperative {
            true => function.launch_cooperative(&stream, launch, args)?,
            false => function.launch(&stream, launch, args)?,
        }
    }
    let ended = stream.record()?;
    device.stream().wait(&ended)?;
    ended.synchronize()?;
    assert!(ended.is_reached()?);
    assert_eq!(begun.elapsed(&ended)?.as_micros(), 1500);
    to.to_vec()
}

#[test]
fn kernels_run() {
    driven("kernels_run", "well", || {
        let device = CudaDevice::open(0).unwrap();
        for cooperative in [false, true] {
            assert_eq!(add(&device, cooperative).unwrap(), [6, 7, 8]);
        }
        assert_eq!(device.counts().launches, 2);
        let module = Module::load(&device, ".version 9.0").unwrap();
        let function = module.function("add").unwrap();
        let properties =
            (function.registers(), function.local_bytes(), function.shared_bytes(), function.max_threads());
        assert_eq!(properties, (40, 8, 1024, 512));
        assert_eq!(function.cooperative_blocks(128, 0).unwrap(), 8 * 4);
        function.allow_shared(99 << 10).unwrap();
        let error = function.allow_shared(u32::MAX).unwrap_err();
        assert_eq!(error, Error::SharedMemory { asked: u32::MAX.into(), most: 99 << 10 });
    });
    driven("kernels_run", "alone", || {
        let device = CudaDevice::open(0).unwrap();
        assert_eq!(add(&device, false).unwrap(), [6, 7, 8]);
        assert_eq!(add(&device, true).unwrap_err(), Error::NoCooperativeLaunch { device: "xxx".into() });
    });
}

#[test]
fn what_is_on_two_devices_is_not_mixed() {
    driven("what_is_on_two_devices_is_not_mixed", "well", || {
        let [one, other] = [0, 0].map(|ordinal| CudaDevice::open(ordinal).unwrap());
        let mut buffer = Buffer::<u8>::zeroed(&one.clone().with_memory_limit(10), 3).unwrap();
        buffer.write(&one.stream(), 0, &[1]).unwrap();
        let stream = other.stream();
        let mixed = [
            buffer.write(&stream, 0, &[1]),
            buffer.read(&stream, 0..1).map(|_| ()),
            buffer.clear(&stream),
            one.stream().wait(&stream.record().unwrap()),
            one.stream().record().unwrap().elapsed(&stream.record().unwrap()).map(|_| ()),
        ];
        assert!(mixed.iter().all(|mixed| *mixed == Err(Error::OtherDevice)), "{mixed:?}");
    });
}

#[test]
fn code_that_the_driver_does_not_take() {
    driven("code_that_the_driver_does_not_take", "well", || {
        let device = CudaDevice::open(0).unwrap();
        let refused = |error: Result<Module, Error>| match error.unwrap_err() {
            Error::Module(why) => why,
            other => panic!("{other}"),
        };
        assert_eq!(refused(Module::load(&device, "no PTX")), "as the fake driver says (CUDA_ERROR_INVALID_PTX)");
        assert_eq!(refused(Module::load(&device, ".version\0")), "there is a NUL in its text");
        // SAFETY: it is not given to the driver.
        assert_eq!(refused(unsafe { Module::load_cubin(&device, b"") }), "it is no CUBIN");
        let module = Module::load(&device, ".version 9.0").unwrap();
        assert_eq!(module.function("sub").unwrap_err(), Error::NoFunction("sub".into()));
        assert_eq!(module.function("a\0b").unwrap_err(), Error::NoFunction("a\\0b".into()));
    });
}

#[test]
fn a_device_that_had_a_bad_error_is_lost() {
    driven("a_device_that_had_a_bad_error_is_lost", "sick", || {
        let device = CudaDevice::open(0).unwrap();
        let mut buffer = Buffer::<u64>::zeroed(&device, 3).unwrap();
        let error = add(&device, false).unwrap_err();
        assert!(matches!(&error, Error::Lost { name, .. } if name == "CUDA_ERROR_ILLEGAL_ADDRESS"), "{error}");
        assert!(device.is_lost());
        for result in [
            device.synchronize(),
            device.free_memory().map(|_| ()),
            buffer.write(&device.stream(), 0, &[1]),
            buffer.to_vec().map(|_| ()),
            Buffer::<u8>::zeroed(&device, 1).map(|_| ()),
            Module::load(&device, ".version 9.0").map(|_| ()),
            Stream::new(&device).map(|_| ()),
        ] {
            assert_eq!(result.unwrap_err(), error);
        }
        assert!(matches!(CudaDevice::open(0), Err(Error::Lost { .. })), "to others, too");
    });
}

#[test]
fn runs_are_on_the_device() {
    driven("runs_are_on_the_device", "well", || {
        let runtime = Runtime::cuda(0).unwrap().max_memory(1 << 16);
        assert_eq!(runtime.cuda_device().unwrap().info().ordinal, 0);
        let error = test_books::book("@main = *").with(|book| runtime.run(book)).unwrap_err();
        // This driver takes no such code; that of the emulator does.
        assert!(matches!(&error.kind, ErrorKind::Cuda(Error::Module(_))), "{error}");
    });
}
