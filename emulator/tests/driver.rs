//! The driver does what CUDA's does, as far as `cudarc` and its users can tell.

mod common;

use common::{PTX, device, emulator, grid, grid_shared};
use cudarc::driver::sys::{CUdevice_attribute::*, CUevent_flags, CUfunction_attribute::*, CUresult, CUresult::*};
use cudarc::driver::{CudaContext, DriverError, result, sys};
use cudarc::nvrtc::Ptx;
use polarnet_emulator::{Options, Setting};

fn code<T>(result: Result<T, DriverError>) -> Option<CUresult> {
    result.err().map(|DriverError(code)| code)
}

#[test]
fn a_small_device() {
    let device = device(Options { multiprocessors: Some(3), memory: Some(1 << 20), ..Options::default() });
    assert_eq!(CudaContext::device_count(), Ok(1));
    assert_eq!(device.context.name().unwrap(), "emulated on the CPU");
    assert_eq!(device.context.compute_capability(), Ok((9, 0)));
    assert_eq!(device.context.total_mem(), Ok(1 << 20));
    assert_ne!(device.context.uuid().unwrap().bytes, [0; 16]);
    for (attribute, value) in [
        (CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, 3),
        (CU_DEVICE_ATTRIBUTE_WARP_SIZE, 32),
        (CU_DEVICE_ATTRIBUTE_COOPERATIVE_LAUNCH, 1),
        (CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR, 228 << 10),
        (CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN, 227 << 10),
        (CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK, 48 << 10),
    ] {
        assert_eq!(device.context.attribute(attribute), Ok(value), "{attribute:?}");
    }
    assert!(device.emulator.kernels().iter().any(|name| name == "sum"));
    assert_eq!(DriverError(CUDA_ERROR_NOT_READY).error_name().unwrap(), c"CUDA_ERROR_NOT_READY");
    // SAFETY: nothing is passed.
    assert!(unsafe { sys::is_culib_present() });
    // Under its other name too.
    // SAFETY: it is loaded already.
    let versioned = unsafe { libloading::Library::new("libcuda.so.1") }.unwrap();
    // SAFETY: the symbol is not called.
    assert!(unsafe { versioned.get::<unsafe extern "C" fn()>(b"cuInit\0") }.is_ok());
}

#[test]
fn no_device_or_an_old_driver() {
    let (emulator, _alone) = emulator(Options::default());
    emulator.set(Setting::Devices, 0);
    assert_eq!(code(CudaContext::new(0)), Some(CUDA_ERROR_NO_DEVICE));
    emulator.set(Setting::Devices, 2);
    assert_eq!(code(CudaContext::new(2)), Some(CUDA_ERROR_INVALID_DEVICE));
    let context = CudaContext::new(1).unwrap();

    emulator.set(Setting::DriverVersion, 12080);
    let mut version = 0;
    // SAFETY: it writes one number.
    assert_eq!(unsafe { sys::cuDriverGetVersion(&mut version) }, CUDA_SUCCESS);
    assert_eq!(version, 12080);
    assert_eq!(code(context.load_module(PTX.into())), Some(CUDA_ERROR_UNSUPPORTED_PTX_VERSION));
    assert!(context.load_module(".version 8.7\n.target sm_90\n".into()).is_ok());
}

#[test]
fn modules() {
    let device = device(Options::default());
    let load = |text: &str| device.context.load_module(Ptx::from_src(text));
    assert_eq!(code(load("")), Some(CUDA_ERROR_INVALID_IMAGE));
    assert_eq!(code(load("not PTX")), Some(CUDA_ERROR_INVALID_IMAGE));
    assert_eq!(code(load(".version 9.0\n")), Some(CUDA_ERROR_INVALID_PTX));
    assert_eq!(code(load(".version 9.0\n.target sm_100\n")), Some(CUDA_ERROR_NO_BINARY_FOR_GPU));
    assert_eq!(code(device.module.load_function("no_such_kernel")), Some(CUDA_ERROR_NOT_FOUND));
    // A text that has entries has only those.
    let module = load(&format!("{PTX}.visible .entry nothing()\n{{\n\tret;\n}}\n")).unwrap();
    assert!(module.load_function("nothing").is_ok());
    assert_eq!(code(module.load_function("sum")), Some(CUDA_ERROR_NOT_FOUND));
}

#[test]
fn memory_has_a_limit() {
    let device = device(Options { memory: Some(1 << 20), ..Options::default() });
    assert_eq!(device.context.mem_get_info(), Ok((1 << 20, 1 << 20)));
    let half = device.stream.alloc_zeros::<u8>(600 << 10).unwrap();
    assert_eq!(device.context.mem_get_info(), Ok((424 << 10, 1 << 20)));
    assert_eq!(code(device.stream.alloc_zeros::<u8>(600 << 10)), Some(CUDA_ERROR_OUT_OF_MEMORY));
    drop(half);
    assert_eq!(device.context.mem_get_info(), Ok((1 << 20, 1 << 20)));
    assert!(device.stream.alloc_zeros::<u8>(1 << 20).is_ok());
}

#[test]
fn injected_failures() {
    let device = device(Options::default());
    device.emulator.set(Setting::FailAllocation, 2);
    let kept = device.stream.alloc_zeros::<u64>(1);
    assert!(kept.is_ok());
    assert_eq!(code(device.stream.alloc_zeros::<u64>(1)), Some(CUDA_ERROR_OUT_OF_MEMORY));
    assert!(device.stream.alloc_zeros::<u64>(1).is_ok());

    device.emulator.set(Setting::FailLaunch, 2);
    launch!(device, "nothing", grid(1, 1)).unwrap();
    device.outcome().unwrap();
    launch!(device, "nothing", grid(1, 1)).unwrap();
    device.failed(CUDA_ERROR_ILLEGAL_ADDRESS, &["`nothing` fails because"]);
}

#[test]
fn launches_that_are_refused() {
    // ThreadSanitizer has room for few threads.
    let multiprocessors = if cfg!(emulator_tsan) { 1 } else { 2 };
    let full = 16 * multiprocessors;
    let device = device(Options { multiprocessors: Some(multiprocessors), ..Options::default() });
    let launch = |blocks, threads, shared| code(launch!(device, "nothing", grid_shared(blocks, threads, shared)));
    assert_eq!(launch(1, 128, 0), None);
    assert_eq!(launch(1, 129, 0), Some(CUDA_ERROR_INVALID_VALUE));
    assert_eq!(launch(0, 1, 0), Some(CUDA_ERROR_INVALID_VALUE));
    assert_eq!(launch(1, 1, 48 << 10), None);
    assert_eq!(launch(1, 1, (48 << 10) + 1), Some(CUDA_ERROR_INVALID_VALUE));

    let cooperative = |blocks| code(launch_cooperative!(device, "nothing", grid(blocks, 128)));
    assert_eq!(cooperative(full), None);
    assert_eq!(cooperative(full + 1), Some(CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE));
    // Not cooperatively, blocks wait for their turn.
    assert_eq!(launch(full + 1, 128, 0), None);

    let function = device.kernel("nothing");
    let shared = CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES;
    assert_eq!(code(function.set_attribute(shared, (227 << 10) + 1)), Some(CUDA_ERROR_INVALID_VALUE));
    function.set_attribute(shared, 100 << 10).unwrap();
    assert_eq!(function.get_attribute(shared), Ok(100 << 10));
    assert_eq!(launch(1, 1, 100 << 10), None);
    assert_eq!(function.max_threads_per_block(), Ok(128));
    for (threads, bytes, blocks) in
        [(128, 0, 16), (32, 0, 32), (128, 100 << 10, 2), (128, 75 << 10, 3), (128, 101 << 10, 0)]
    {
        assert_eq!(
            function.occupancy_max_active_blocks_per_multiprocessor(threads, bytes, None),
            Ok(blocks),
            "{threads}, {bytes}"
        );
    }
    device.outcome().unwrap();
}

#[test]
fn copies_and_fills() {
    for lazy_streams in [false, true] {
        let device = device(Options { lazy_streams, ..Options::default() });
        let numbers: Vec<u32> = (0..1000).collect();
        let input = device.stream.clone_htod(&numbers).unwrap();
        let mut copy = device.stream.alloc_zeros::<u32>(1000).unwrap();
        device.stream.memcpy_dtod(&input, &mut copy).unwrap();
        device.stream.memset_zeros(&mut copy.slice_mut(10..20)).unwrap();
        let mut expected = numbers.clone();
        expected[10..20].fill(0);
        assert_eq!(device.stream.clone_dtoh(&copy).unwrap(), expected);

        let address = cudarc::driver::DevicePtr::device_ptr(&copy, &device.stream).0;
        // SAFETY: the words are of that allocation.
        assert_eq!(unsafe { sys::cuMemsetD32Async(address + 40, 7, 10, std::ptr::null_mut()) }, CUDA_SUCCESS);
        expected[10..20].fill(7);
        assert_eq!(device.stream.clone_dtoh(&copy).unwrap(), expected);
        // Beyond the end.
        // SAFETY: the call is refused.
        assert_eq!(unsafe { sys::cuMemsetD32Async(address, 7, 1001, std::ptr::null_mut()) }, CUDA_ERROR_INVALID_VALUE);
        assert!(device.emulator.report().contains("filling memory: 4004 bytes at "));
        // SAFETY: likewise.
        assert_eq!(code(unsafe { result::memcpy_htod_sync(address + 8, &numbers) }), Some(CUDA_ERROR_INVALID_VALUE));
    }
}

#[test]
fn streams_and_events() {
    for (lazy_streams, seed) in [(false, 0), (true, 1), (true, 2)] {
        let device = device(Options { lazy_streams, seed, ..Options::default() });
        let timed = || device.context.new_event(Some(CUevent_flags::CU_EVENT_DEFAULT)).unwrap();
        let (start, end) = (timed(), timed());
        // SAFETY: the events live.
        let unrecorded = unsafe { result::event::elapsed(start.cu_event(), end.cu_event()) };
        assert_eq!(code(unrecorded), Some(CUDA_ERROR_INVALID_HANDLE));
        assert!(start.is_complete());

        let (first, second) = (device.context.new_stream().unwrap(), device.context.new_stream().unwrap());
        start.record(&first).unwrap();
        let mut words = first.alloc_zeros::<u64>(1000).unwrap();
        first.memcpy_htod(&vec![5u64; 1000], &mut words).unwrap();
        end.record(&first).unwrap();
        second.wait(&end).unwrap();
        assert_eq!(second.clone_dtoh(&words).unwrap(), [5; 1000]);
        assert!(start.elapsed_ms(&end).unwrap() >= 0.0);
        while !end.is_complete() {}
        let other = timed();
        other.record(&second).unwrap();
        second.synchronize().unwrap();
        assert!(other.is_complete());
        let without_time = device.context.new_event(None).unwrap();
        without_time.record(&second).unwrap();
        assert_eq!(code(start.elapsed_ms(&without_time)), Some(CUDA_ERROR_INVALID_HANDLE));
    }
}

#[test]
fn lazy_streams_show_what_nobody_waited_for() {
    let mut early = 0;
    for late in 0..20 {
        let device = device(Options { lazy_streams: true, seed: late, ..Options::default() });
        let words = device.stream.clone_htod(&[9u64; 4]).unwrap();
        // SAFETY: it is written before it is read.
        let mut pinned = unsafe { device.context.alloc_pinned::<u64>(4) }.unwrap();
        let host = pinned.as_mut_ptr().unwrap();
        // SAFETY: the memory is pinned, and lives until the stream was waited for.
        unsafe {
            host.write_bytes(0, 4);
            let address = cudarc::driver::DevicePtr::device_ptr(&words, &device.stream).0;
            assert_eq!(sys::cuMemcpyDtoHAsync_v2(host.cast(), address, 32, std::ptr::null_mut()), CUDA_SUCCESS);
            early += u32::from(*host == 0);
        }
        device.stream.synchronize().unwrap();
        assert_eq!(pinned.as_slice().unwrap(), [9; 4]);
    }
    assert!(early >= 5, "{early} of 20");
}

#[test]
fn pinned_memory_is_the_devices_too() {
    let device = device(Options::default());
    // SAFETY: it is written before it is read.
    let mut pinned = unsafe { device.context.alloc_pinned::<u64>(1) }.unwrap();
    pinned.as_mut_slice().unwrap()[0] = 77;
    let address = pinned.as_ptr().unwrap() as u64;
    let mut out = device.stream.alloc_zeros::<u64>(2).unwrap();
    launch!(device, "read_one", grid(1, 2), &address, &mut out).unwrap();
    assert_eq!(device.stream.clone_dtoh(&out).unwrap(), [77, 77]);
}

#[test]
fn settings_can_be_read() {
    let (emulator, _alone) = emulator(Options { seed: 3, ..Options::default() });
    for &setting in Setting::ALL {
        let value = emulator.get(setting);
        emulator.set(setting, value + 1);
        assert_eq!(emulator.get(setting), value + 1, "{setting:?}");
    }
    assert_eq!(polarnet_emulator::load(Options::default()).unwrap().get(Setting::Seed), 1);
}
