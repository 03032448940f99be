//! Kernels that are wrong fail with the driver's error, and a report says where.
// ThreadSanitizer ends the process at a fault of the hardware.

mod common;

use common::{device, grid, grid_shared};
use cudarc::driver::{DriverError, sys::CUresult::*};
use polarnet_emulator::{Options, Setting};

#[test]
fn accesses_out_of_bounds() {
    let device = device(Options::default());
    let mut words = device.stream.alloc_zeros::<u64>(10).unwrap();
    launch!(device, "beyond_the_end", grid(2, 64), &mut words, &9u32).unwrap();
    device.outcome().unwrap();
    launch!(device, "beyond_the_end", grid(2, 64), &mut words, &10u32).unwrap();
    device.failed(
        CUDA_ERROR_ILLEGAL_ADDRESS,
        &[
            "kernel `beyond_the_end`, block 1, thread 63, at `init` (faults.cu:",
            "out of bounds: 8 bytes at 0x",
            "byte 80 of an allocation of 80 bytes",
        ],
    );
    // Every later call fails.
    let DriverError(code) = device.stream.alloc_zeros::<u64>(1).unwrap_err();
    assert_eq!(code, CUDA_ERROR_ILLEGAL_ADDRESS);
}

#[test]
fn after_a_reset_all_is_new() {
    let failing = device(Options::default());
    let mut words = failing.stream.alloc_zeros::<u64>(10).unwrap();
    launch!(failing, "beyond_the_end", grid(1, 64), &mut words, &1_000_000u32).unwrap();
    failing.failed(CUDA_ERROR_ILLEGAL_ADDRESS, &["which is no device memory"]);
    drop((words, failing));

    let device = device(Options::default());
    assert_eq!(device.emulator.report(), "");
    assert_eq!(device.emulator.counts().allocated_bytes, 0);
    launch!(device, "nothing", grid(1, 1)).unwrap();
    device.outcome().unwrap();
}

#[test]
fn plain_writes_beyond_the_end() {
    let device = device(Options::default());
    let mut words = device.stream.alloc_zeros::<u64>(10).unwrap();
    launch!(device, "plainly_beyond", grid(1, 32), &mut words, &11u32).unwrap();
    device.failed(
        CUDA_ERROR_ILLEGAL_ADDRESS,
        &["a plain access wrote beyond its memory", "byte 88 of an allocation of 80 bytes"],
    );
}

#[test]
fn use_after_free() {
    let device = device(Options::default());
    let words = device.stream.alloc_zeros::<u64>(10).unwrap();
    let mut out = device.stream.alloc_zeros::<u64>(32).unwrap();
    let address = cudarc::driver::DevicePtr::device_ptr(&words, &device.stream).0;
    launch!(device, "read_one", grid(1, 32), &address, &mut out).unwrap();
    device.outcome().unwrap();
    drop(words);
    launch!(device, "read_one", grid(1, 32), &address, &mut out).unwrap();
    device.failed(
        CUDA_ERROR_ILLEGAL_ADDRESS,
        &["kernel `read_one`, block 0", "`load_relaxed`", "byte 0 of an allocation of 80 bytes that was freed"],
    );
}

#[test]
fn memory_that_nobody_wrote() {
    let device = device(Options::default());
    // SAFETY: the kernel reads memory of the emulator, which is never uninitialised.
    let words = unsafe { device.stream.alloc::<u64>(1) }.unwrap();
    let mut out = device.stream.alloc_zeros::<u64>(128).unwrap();
    launch!(device, "read_one", grid(1, 128), &words, &mut out).unwrap();
    assert_eq!(device.stream.clone_dtoh(&out).unwrap(), [0xcdcd_cdcd_cdcd_cdcd; 128]);

    launch!(device, "shared_content", grid_shared(1, 128, 1024), &mut out).unwrap();
    let first = device.stream.clone_dtoh(&out).unwrap();
    launch!(device, "shared_content", grid_shared(1, 128, 1024), &mut out).unwrap();
    assert_ne!(device.stream.clone_dtoh(&out).unwrap(), first);
}

#[test]
fn shared_memory_out_of_bounds() {
    {
        let device = device(Options::default());
        launch!(device, "beyond_shared", grid_shared(1, 1, 64), &15u32).unwrap();
        device.outcome().unwrap();
        launch!(device, "beyond_shared", grid_shared(1, 1, 64), &16u32).unwrap();
        device.failed(CUDA_ERROR_ILLEGAL_ADDRESS, &["`add_shared`", "is not in the 64 bytes of shared memory"]);
    }
    let device = device(Options::default());
    let mut out = device.stream.alloc_zeros::<u64>(1).unwrap();
    launch!(device, "too_little_shared", grid_shared(1, 1, 1000), &mut out).unwrap();
    device.failed(
        CUDA_ERROR_ILLEGAL_ADDRESS,
        &["it needs 1024 bytes of shared memory, and the launch gives each block 1000"],
    );
}

#[test]
fn misaligned_addresses() {
    let device = device(Options::default());
    let mut words = device.stream.alloc_zeros::<u64>(10).unwrap();
    launch!(device, "misaligned", grid(1, 1), &mut words).unwrap();
    device.failed(CUDA_ERROR_MISALIGNED_ADDRESS, &["is not aligned to 8 bytes"]);
}

#[test]
#[cfg_attr(emulator_tsan, ignore)]
fn faults_of_plain_accesses() {
    let words_ = |device: &common::Device| device.stream.alloc_zeros::<u64>(32).unwrap();
    {
        let device = device(Options::default());
        let mut out = words_(&device);
        launch!(device, "read_plainly", grid(1, 32), &64u64, &mut out).unwrap();
        device.failed(
            CUDA_ERROR_ILLEGAL_ADDRESS,
            &["kernel `read_plainly`", "a plain access to 1 bytes at 0x40, which is no device memory"],
        );
    }
    {
        let device = device(Options::default());
        let (words, mut out) = (words_(&device), words_(&device));
        let address = cudarc::driver::DevicePtr::device_ptr(&words, &device.stream).0;
        drop(words);
        launch!(device, "read_plainly", grid(1, 32), &address, &mut out).unwrap();
        device.failed(CUDA_ERROR_ILLEGAL_ADDRESS, &["byte 0 of an allocation of 256 bytes that was freed"]);
    }
    {
        let device = device(Options::default());
        launch!(device, "plainly_beyond_shared", grid_shared(2, 1, 64), &16u32).unwrap();
        device.failed(CUDA_ERROR_ILLEGAL_ADDRESS, &["a plain access 0 bytes past the shared memory of 64 bytes"]);
    }
    {
        let device = device(Options::default());
        let mut out = words_(&device);
        launch!(device, "divides", grid(1, 1), &mut out, &0u32).unwrap();
        device.failed(CUDA_ERROR_ILLEGAL_INSTRUCTION, &["a division by zero"]);
    }
}

#[test]
#[cfg_attr(emulator_tsan, ignore)]
fn stacks_that_overflow() {
    // What is on a device is dropped before it is: its context has to be gone when another test begins.
    {
        let device = device(Options::default());
        let mut out = device.stream.alloc_zeros::<u64>(32).unwrap();
        launch!(device, "recursion", grid(1, 32), &mut out, &50u64).unwrap();
        device.outcome().unwrap();
        launch!(device, "recursion", grid(1, 32), &mut out, &1_000_000u64).unwrap();
        device.failed(
            CUDA_ERROR_ILLEGAL_ADDRESS,
            &["kernel `recursion`, block 0, thread ", "the stack of 65536 bytes overflows"],
        );
    }
    let device = device(Options::default());
    device.emulator.set(Setting::StackBytes, 8 << 20);
    let mut out = device.stream.alloc_zeros::<u64>(32).unwrap();
    launch!(device, "recursion", grid(1, 32), &mut out, &5000u64).unwrap();
    device.outcome().unwrap();
}

#[test]
fn deadlocks() {
    // Threads of other warps get to their barrier.
    {
        let device = device(Options::default());
        let mut out = device.stream.alloc_zeros::<u64>(64).unwrap();
        launch!(device, "two_kinds_of_barrier", grid(1, 64), &mut out).unwrap();
        device.failed(
            CUDA_ERROR_LAUNCH_TIMEOUT,
            &[
                "deadlock in kernel `two_kinds_of_barrier`",
                "63 wait at `sync_block` (faults.cu:",
                "1 wait at `sync_warp` (faults.cu:",
                ": 0.0\n",
            ],
        );
    }
    let device = device(Options { max_steps: Some(100_000), ..Options::default() });
    let flag = device.stream.alloc_zeros::<u64>(1).unwrap();
    launch!(device, "waits_forever", grid(2, 32), &flag).unwrap();
    device.failed(
        CUDA_ERROR_LAUNCH_TIMEOUT,
        &["kernel `waits_forever` did not end within 100000 steps", "run, last seen at `pause` (faults.cu:"],
    );
}

#[test]
fn barriers_and_masks_that_do_not_fit() {
    for (kernel, texts) in [
        ("two_barriers", ["waits at another `sync_block` (faults.cu:", "thread "]),
        ("not_in_its_mask", ["its mask 0x2 is without its own lane, ", "at `ballot`"]),
        ("crossed_masks", ["it would wait with the mask ", "which waits for it at `"]),
        ("absent_source", ["lane 7 has no value for it: it is not in the mask 0xf", "at `shuffle`"]),
    ] {
        let device = device(Options::default());
        let mut out = device.stream.alloc_zeros::<u64>(32).unwrap();
        launch!(device, kernel, grid(1, 32), &mut out).unwrap();
        device.failed(CUDA_ERROR_LAUNCH_FAILED, &texts);
    }
}
