//! Functions that do as NVRTC's, to see what they are told. A source says what becomes of it: `fail N` is compiled to the
//! result N, with the source as the log.

use super::{super::library::Functions, Error, Nvrtc};
use core::{
    cell::Cell,
    ffi::{CStr, c_char, c_int, c_void},
    ptr,
};
use std::ffi::CString;

type Handle = *mut c_void;
type Texts = *const *const c_char;

thread_local! {
    static VERSION: Cell<(c_int, c_int)> = const { Cell::new((0, 0)) };
    static PROGRAMS: Cell<usize> = const { Cell::new(0) };
}

#[derive(Default)]
struct Program {
    text: String,
    told: String,
    options: String,
}

/// An NVRTC of this version, for this thread.
pub fn nvrtc(major: c_int, minor: c_int) -> Result<Nvrtc, Error> {
    VERSION.set((major, minor));
    Nvrtc::over(Functions {
        describe,
        version,
        count_architectures,
        architectures,
        create,
        destroy,
        compile,
        log_size,
        log,
        ptx_size: code_size,
        ptx: code,
        cubin_size: code_size,
        cubin: code,
    })
}

/// How many programs there are that were not destroyed.
pub fn programs() -> usize {
    PROGRAMS.get()
}

unsafe extern "C" fn describe(code: c_int) -> *const c_char {
    const WORDS: [&CStr; 8] = [
        c"NVRTC says 0",
        c"NVRTC says 1",
        c"NVRTC says 2",
        c"NVRTC says 3",
        c"NVRTC says 4",
        c"NVRTC says 5",
        c"NVRTC says 6",
        c"NVRTC says 7",
    ];
    usize::try_from(code).ok().and_then(|code| WORDS.get(code)).map_or(ptr::null(), |words| words.as_ptr())
}

unsafe extern "C" fn version(major: *mut c_int, minor: *mut c_int) -> c_int {
    // SAFETY: the caller has both.
    unsafe { (*major, *minor) = VERSION.get() };
    0
}

unsafe extern "C" fn count_architectures(count: *mut c_int) -> c_int {
    // SAFETY: the caller has it.
    unsafe { *count = 3 };
    0
}

unsafe extern "C" fn architectures(all: *mut c_int) -> c_int {
    // SAFETY: the caller has room for as many as it was told.
    unsafe { all.copy_from_nonoverlapping([80, 90, 120].as_ptr(), 3) };
    0
}

unsafe extern "C" fn create(
    handle: *mut Handle,
    text: *const c_char,
    name: *const c_char,
    count: c_int,
    texts: Texts,
    names: Texts,
) -> c_int {
    // SAFETY: the caller's texts, of which there are as many as it says.
    let (text, name, texts, names) = unsafe { (own(text), own(name), list(texts, count), list(names, count)) };
    if text == "no program" {
        return 1;
    }
    let mut told = format!("{name}: {text}");
    for (name, text) in names.iter().zip(texts) {
        told += &format!(" | {name}: {text}");
    }
    PROGRAMS.set(PROGRAMS.get() + 1);
    // SAFETY: the caller has room for a handle.
    unsafe { *handle = Box::into_raw(Box::new(Program { text, told, ..Program::default() })).cast() };
    0
}

unsafe extern "C" fn destroy(handle: *mut Handle) -> c_int {
    // SAFETY: the handle is of `create`, and is used no more.
    drop(unsafe { Box::from_raw((*handle).cast::<Program>()) });
    PROGRAMS.set(PROGRAMS.get() - 1);
    0
}

unsafe extern "C" fn compile(handle: Handle, count: c_int, options: Texts) -> c_int {
    // SAFETY: the handle is of `create`, the options are as many as the caller says.
    let (program, options) = unsafe { (&mut *handle.cast::<Program>(), list(options, count)) };
    program.options = options.join(" ");
    let first = program.text.lines().next().unwrap_or_default();
    first.strip_prefix("fail ").map_or(0, |code| code.parse().unwrap())
}

unsafe extern "C" fn log_size(handle: Handle, size: *mut usize) -> c_int {
    // SAFETY: the handle is of `create`, and the caller has the size.
    unsafe {
        let program = &*handle.cast::<Program>();
        *size = program.text.len() + 1;
    }
    0
}

unsafe extern "C" fn log(handle: Handle, into: *mut c_char) -> c_int {
    // SAFETY: the handle is of `create`, and the caller has room for a text of the size that it was told.
    unsafe { put(&(*handle.cast::<Program>()).text, into, 1) };
    0
}

/// What a program is compiled to: what NVRTC was told of it.
fn made(program: &Program) -> String {
    format!("{} | {}", program.options, program.told)
}

/// As PTX it ends with a zero, as a CUBIN it does not.
fn zeros(program: &Program) -> usize {
    usize::from(program.options.contains("=compute_"))
}

unsafe extern "C" fn code_size(handle: Handle, size: *mut usize) -> c_int {
    // SAFETY: the handle is of `create`.
    let program = unsafe { &*handle.cast::<Program>() };
    if program.text == "no code" {
        return 4;
    }
    // SAFETY: the caller has the size.
    unsafe { *size = made(program).len() + zeros(program) };
    0
}

unsafe extern "C" fn code(handle: Handle, into: *mut c_char) -> c_int {
    // SAFETY: the handle is of `create`, and the caller has room for as much as it was told.
    unsafe {
        let program = &*handle.cast::<Program>();
        put(&made(program), into, zeros(program));
    }
    0
}

/// # Safety
///
/// There is room for the text and the zeros.
unsafe fn put(text: &str, into: *mut c_char, zeros: usize) {
    let text = [text.as_bytes(), &vec![0; zeros]].concat();
    // SAFETY: as above.
    unsafe { into.cast::<u8>().copy_from_nonoverlapping(text.as_ptr(), text.len()) };
}

/// # Safety
///
/// It is a text of C.
unsafe fn own(text: *const c_char) -> String {
    // SAFETY: as above.
    CString::from(unsafe { CStr::from_ptr(text) }).into_string().unwrap()
}

/// # Safety
///
/// They are so many texts of C.
unsafe fn list(texts: Texts, count: c_int) -> Vec<String> {
    // SAFETY: as above.
    (0..usize::try_from(count).unwrap()).map(|i| unsafe { own(*texts.add(i)) }).collect()
}
