//! A driver's library for tests: one device, whose memory is the host's, with one kernel. What it lacks, or does wrong, is
//! in the variable `FAKE_CUDA`, as words with commas between. It ends the process when it is used wrongly.

use std::{
    alloc::{Layout, alloc, dealloc},
    cell::Cell,
    collections::HashMap,
    ffi::{CStr, c_char, c_int, c_uint, c_void},
    sync::Mutex,
};

type Code = c_int;
const OUT_OF_MEMORY: Code = 2;
const STUB: Code = 34;
const NO_DEVICE: Code = 100;
const INVALID_PTX: Code = 218;
const NOT_FOUND: Code = 500;
const ILLEGAL_ADDRESS: Code = 700;

/// Bytes of the device's memory.
const MEMORY: usize = 1 << 20;

static MEMORIES: Mutex<Option<HashMap<u64, Layout>>> = Mutex::new(None);
static SICK: Mutex<bool> = Mutex::new(false);
static RETAINED: Mutex<usize> = Mutex::new(0);
thread_local!(static CURRENT: Cell<usize> = const { Cell::new(0) });

fn says(word: &str) -> bool {
    std::env::var("FAKE_CUDA").is_ok_and(|words| words.split(',').any(|said| said == word))
}

fn wrong(what: &str) -> ! {
    eprintln!("the driver is used wrongly: {what}");
    std::process::abort()
}

/// What a call returns that needs a context, and a device that is well.
fn used(what: &str) -> Code {
    if CURRENT.get() == 0 {
        wrong(&format!("{what} without a context"));
    }
    if *SICK.lock().unwrap() { ILLEGAL_ADDRESS } else { 0 }
}

macro_rules! calls {
    ($(fn $name:ident($($arg:ident: $type:ty),*) $body:block)*) => {
        $(#[unsafe(no_mangle)] pub unsafe extern "C" fn $name($($arg: $type),*) -> Code {
            // SAFETY: who calls a driver gives it pointers to what it asks for, as `cuda.h` says, and so do those under test.
            #[allow(unused_unsafe)] unsafe { $body }
        })*
    };
}

calls! {
    fn cuInit(_flags: c_uint) { if says("stub") { STUB } else if says("none") { NO_DEVICE } else { 0 } }
    fn cuDriverGetVersion(version: *mut c_int) {
        *version = if says("old") { 12_040 } else { 13_010 };
        if says("stub") { STUB } else { 0 }
    }
    fn cuGetErrorName(code: Code, name: *mut *const c_char) {
        *name = match code {
            2 => c"CUDA_ERROR_OUT_OF_MEMORY",
            218 => c"CUDA_ERROR_INVALID_PTX",
            700 => c"CUDA_ERROR_ILLEGAL_ADDRESS",
            _ => return 1,
        }.as_ptr();
        0
    }
    fn cuGetErrorString(_code: Code, text: *mut *const c_char) { *text = c"as the fake driver says".as_ptr(); 0 }
    fn cuDeviceGetCount(count: *mut c_int) { *count = if says("zero") { 0 } else { 1 }; 0 }
    fn cuDeviceGet(device: *mut c_int, ordinal: c_int) { *device = ordinal; 0 }
    fn cuDeviceGetName(name: *mut c_char, len: c_int, _device: c_int) {
        // All of the place, without an end.
        std::ptr::write_bytes(name, b'x', if says("endless") { len as usize } else { 3 });
        0
    }
    fn cuDeviceGetAttribute(value: *mut c_int, attribute: c_int, _device: c_int) {
        *value = match attribute {
            1 => 1024,
            10 => 32,
            16 => 4,
            75 => if says("turing") { 7 } else { 9 },
            76 => if says("turing") { 5 } else { 0 },
            95 => c_int::from(!says("alone")),
            97 => 100 << 10,
            115 => c_int::from(!says("poolless")),
            _ => 0,
        };
        0
    }
    fn cuDeviceTotalMem_v2(bytes: *mut usize, _device: c_int) { *bytes = MEMORY; 0 }
    fn cuDevicePrimaryCtxRetain(context: *mut *mut c_void, _device: c_int) {
        *RETAINED.lock().unwrap() += 1;
        *context = 1 as _;
        0
    }
    fn cuDevicePrimaryCtxRelease_v2(_device: c_int) {
        let mut retained = RETAINED.lock().unwrap();
        *retained -= 1;
        if *retained == 0 && taken() > 0 {
            wrong("buffers outlive the device");
        }
        0
    }
    fn cuCtxGetCurrent(context: *mut *mut c_void) { *context = CURRENT.get() as _; 0 }
    fn cuCtxSetCurrent(context: *mut c_void) { CURRENT.set(context as usize); 0 }
    fn cuCtxSynchronize() { used("cuCtxSynchronize") }
    fn cuMemGetInfo_v2(free: *mut usize, total: *mut usize) {
        (*free, *total) = (MEMORY - taken(), MEMORY);
        used("cuMemGetInfo")
    }
    fn cuMemAlloc_v2(at: *mut u64, bytes: usize) {
        if bytes == 0 {
            wrong("empty memory");
        }
        if bytes > MEMORY - taken() {
            return OUT_OF_MEMORY;
        }
        let layout = Layout::from_size_align(bytes, 256).unwrap();
        *at = alloc(layout) as u64;
        std::ptr::write_bytes(*at as *mut u8, 0xCD, bytes);
        MEMORIES.lock().unwrap().get_or_insert_default().insert(*at, layout);
        used("cuMemAlloc")
    }
    fn cuMemAllocAsync(at: *mut u64, bytes: usize, _stream: *mut c_void) { cuMemAlloc_v2(at, bytes) }
    fn cuDeviceGetDefaultMemPool(pool: *mut *mut c_void, _device: c_int) { *pool = 2 as _; 0 }
    fn cuMemPoolSetAttribute(_pool: *mut c_void, _attribute: c_int, _value: *mut c_void) { used("cuMemPoolSetAttribute") }
    fn cuMemPoolGetAttribute(_pool: *mut c_void, _attribute: c_int, value: *mut c_void) { *value.cast::<u64>() = 0; used("cuMemPoolGetAttribute") }
    fn cuMemPoolTrimTo(_pool: *mut c_void, _bytes: usize) { 0 }
    fn cuMemFree_v2(at: u64) {
        let code = used("cuMemFree");
        match MEMORIES.lock().unwrap().get_or_insert_default().remove(&at) {
            Some(layout) => dealloc(at as *mut u8, layout),
            None => wrong("freed twice"),
        }
        code
    }
    fn cuMemFreeAsync(at: u64, _stream: *mut c_void) { cuMemFree_v2(at) }
    fn cuMemsetD8Async(at: u64, value: u8, bytes: usize, _stream: *mut c_void) {
        inside(at, bytes);
        std::ptr::write_bytes(at as *mut u8, value, bytes);
        used("cuMemsetD8Async")
    }
    fn cuMemcpyHtoDAsync_v2(to: u64, from: *const u8, bytes: usize, _stream: *mut c_void) {
        inside(to, bytes);
        std::ptr::copy_nonoverlapping(from, to as *mut u8, bytes);
        used("cuMemcpyHtoDAsync")
    }
    fn cuMemcpyDtoHAsync_v2(to: *mut u8, from: u64, bytes: usize, _stream: *mut c_void) {
        inside(from, bytes);
        std::ptr::copy_nonoverlapping(from as *const u8, to, bytes);
        used("cuMemcpyDtoHAsync")
    }
    fn cuStreamCreate(stream: *mut *mut c_void, _flags: c_uint) { *stream = 3 as _; used("cuStreamCreate") }
    fn cuStreamDestroy_v2(_stream: *mut c_void) { used("cuStreamDestroy") }
    fn cuStreamSynchronize(_stream: *mut c_void) { used("cuStreamSynchronize") }
    fn cuStreamWaitEvent(_stream: *mut c_void, _event: *mut c_void, _flags: c_uint) { used("cuStreamWaitEvent") }
    fn cuEventCreate(event: *mut *mut c_void, _flags: c_uint) { *event = 4 as _; used("cuEventCreate") }
    fn cuEventDestroy_v2(_event: *mut c_void) { used("cuEventDestroy") }
    fn cuEventRecord(_event: *mut c_void, _stream: *mut c_void) { used("cuEventRecord") }
    fn cuEventQuery(_event: *mut c_void) { if *SICK.lock().unwrap() { ILLEGAL_ADDRESS } else { 0 } }
    fn cuEventSynchronize(_event: *mut c_void) { used("cuEventSynchronize") }
    fn cuEventElapsedTime_v2(milliseconds: *mut f32, _from: *mut c_void, _to: *mut c_void) {
        *milliseconds = 1.5;
        used("cuEventElapsedTime")
    }
    fn cuModuleLoadData(module: *mut *mut c_void, image: *const c_char) {
        *module = 5 as _;
        let code = used("cuModuleLoadData");
        if CStr::from_ptr(image).to_bytes().starts_with(b".version") { code } else { INVALID_PTX }
    }
    fn cuModuleUnload(_module: *mut c_void) { used("cuModuleUnload") }
    fn cuModuleGetFunction(function: *mut *mut c_void, _module: *mut c_void, name: *const c_char) {
        *function = 6 as _;
        if CStr::from_ptr(name) == c"add" { 0 } else { NOT_FOUND }
    }
    fn cuFuncGetAttribute(value: *mut c_int, attribute: c_int, _function: *mut c_void) {
        *value = match attribute { 0 => 512, 1 => 1024, 3 => 8, 4 => 40, _ => 0 };
        used("cuFuncGetAttribute")
    }
    fn cuFuncSetAttribute(_function: *mut c_void, _attribute: c_int, _value: c_int) { used("cuFuncSetAttribute") }
    fn cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
        blocks: *mut c_int, _function: *mut c_void, threads: c_int, _shared: usize, _flags: c_uint
    ) {
        *blocks = 1024 / threads;
        used("cuOccupancyMaxActiveBlocksPerMultiprocessor")
    }
    fn cuLaunchKernel(
        _function: *mut c_void, blocks: c_uint, _y: c_uint, _z: c_uint, threads: c_uint, _ty: c_uint, _tz: c_uint,
        _shared: c_uint, _stream: *mut c_void, args: *mut *mut c_void, _extra: *mut *mut c_void
    ) {
        add(blocks * threads, args)
    }
    fn cuLaunchCooperativeKernel(
        _function: *mut c_void, blocks: c_uint, _y: c_uint, _z: c_uint, threads: c_uint, _ty: c_uint, _tz: c_uint,
        _shared: c_uint, _stream: *mut c_void, args: *mut *mut c_void
    ) {
        add(blocks * threads, args)
    }
}

/// The kernel: `add(to, from, count, more)`, `to[i] = from[i] + more` where `i < count`. Where the driver is to be sick, it is now.
unsafe fn add(threads: u32, args: *mut *mut c_void) -> Code {
    let code = used("cuLaunchKernel");
    *SICK.lock().unwrap() = says("sick");
    // SAFETY: the tests launch it with these four arguments, and buffers of so many elements, which are memory of this process.
    unsafe {
        let [to, from] = [0, 1].map(|at| (*args.add(at)).cast::<u64>().read());
        let (count, more) = ((*args.add(2)).cast::<u32>().read(), (*args.add(3)).cast::<u64>().read());
        for i in 0..u64::from(count.min(threads)) {
            let sum = ((from + 8 * i) as *const u64).read() + more;
            inside(to + 8 * i, 8);
            ((to + 8 * i) as *mut u64).write(sum);
        }
    }
    code
}

fn taken() -> usize {
    MEMORIES.lock().unwrap().iter().flatten().map(|(_, layout)| layout.size()).sum()
}

fn inside(at: u64, bytes: usize) {
    let memories = MEMORIES.lock().unwrap();
    let holds = |(&start, layout): (&u64, &Layout)| start <= at && at + bytes as u64 <= start + layout.size() as u64;
    if !memories.iter().flatten().any(holds) {
        wrong("memory that is nobody's");
    }
}
