//! The library: where it is, its functions, and a program in it.
//!
//! cudarc's binding of NVRTC is not used: where the library or a function is missing it panics, it takes what the system finds
//! before the folder that was asked for, and results that it does not know are no value of its type.

use super::{Error, Version};
use core::{
    ffi::{CStr, c_char, c_int, c_void},
    ptr,
};
use libloading::Library;
use std::{error::Error as _, ffi::CString, fs, path::Path};

pub const OUT_OF_MEMORY: c_int = 1;
pub const BUILTIN_FUNCTIONS: c_int = 7;

type Handle = *mut c_void;
type Texts = *const *const c_char;

/// Declares what NVRTC's header does, and takes it from a library.
macro_rules! functions {
    ($($field:ident = $name:literal: fn($($argument:ty),*);)*) => {
        /// The functions of NVRTC that are used; 11.2 has all.
        #[derive(Clone, Copy, Debug)]
        pub struct Functions {
            /// In static memory.
            pub describe: unsafe extern "C" fn(c_int) -> *const c_char,
            $(pub $field: unsafe extern "C" fn($($argument),*) -> c_int,)*
        }

        impl Functions {
            /// # Safety
            ///
            /// The library is NVRTC, and is never unloaded.
            unsafe fn of(library: &Library) -> Result<Functions, libloading::Error> {
                // SAFETY: these are the functions that NVRTC has under these names, and they stay, as the library does.
                unsafe {
                    Ok(Functions {
                        describe: *library.get("nvrtcGetErrorString")?,
                        $($field: *library.get($name)?,)*
                    })
                }
            }
        }
    };
}

functions! {
    version = "nvrtcVersion": fn(*mut c_int, *mut c_int);
    count_architectures = "nvrtcGetNumSupportedArchs": fn(*mut c_int);
    architectures = "nvrtcGetSupportedArchs": fn(*mut c_int);
    create = "nvrtcCreateProgram": fn(*mut Handle, *const c_char, *const c_char, c_int, Texts, Texts);
    destroy = "nvrtcDestroyProgram": fn(*mut Handle);
    compile = "nvrtcCompileProgram": fn(Handle, c_int, Texts);
    log_size = "nvrtcGetProgramLogSize": fn(Handle, *mut usize);
    log = "nvrtcGetProgramLog": fn(Handle, *mut c_char);
    ptx_size = "nvrtcGetPTXSize": fn(Handle, *mut usize);
    ptx = "nvrtcGetPTX": fn(Handle, *mut c_char);
    cubin_size = "nvrtcGetCUBINSize": fn(Handle, *mut usize);
    cubin = "nvrtcGetCUBIN": fn(Handle, *mut c_char);
}

/// Loads the library of this folder, or that which the system finds.
pub fn load(folder: Option<&Path>) -> Result<Functions, Error> {
    let library = match folder {
        Some(folder) => in_folder(folder),
        None => in_system(),
    }
    .map_err(|why| Error::Missing { why })?;
    // It has threads and is asked from all of ours: it stays.
    let library: &'static Library = Box::leak(Box::new(library));
    // SAFETY: the library has NVRTC's name, and is leaked.
    unsafe { Functions::of(library) }.map_err(|error| {
        // SAFETY: as above; all versions have this one.
        match unsafe { library.get::<unsafe extern "C" fn(*mut c_int, *mut c_int) -> c_int>("nvrtcVersion") } {
            Ok(version) => too_old(*version),
            Err(_) => Error::Missing { why: format!("what was found is not NVRTC: {}", words(&error)) },
        }
    })
}

/// Its version, `0.0` if it does not say.
fn too_old(version: unsafe extern "C" fn(*mut c_int, *mut c_int) -> c_int) -> Error {
    let (mut major, mut minor) = (0, 0);
    // SAFETY: it writes a number to each.
    unsafe { version(&mut major, &mut minor) };
    Error::Old { found: Version::of(major, minor) }
}

fn in_system() -> Result<Library, String> {
    let names = cudarc::get_lib_name_candidates("nvrtc");
    // The last name says no more than the first.
    let mut first = None;
    for name in &names {
        match open(name.as_ref()) {
            Ok(library) => return Ok(library),
            Err(why) => _ = first.get_or_insert(why),
        }
    }
    Err(first.unwrap_or_else(|| "it has no name on this system".to_owned()))
}

fn in_folder(folder: &Path) -> Result<Library, String> {
    let files = fs::read_dir(folder).map_err(|error| format!("POLARNET_NVRTC is {}: {error}", folder.display()))?;
    let mut builtins = Vec::new();
    let mut nvrtc = Vec::new();
    for path in files.filter_map(|file| Some(file.ok()?.path())) {
        match part(&path) {
            Some(Part::Builtins) => builtins.push(path),
            Some(Part::Nvrtc) => nvrtc.push(path),
            None => {}
        }
    }
    // NVRTC asks the system for them by name, which then has them. Without them it says so when it compiles.
    for path in builtins {
        if let Ok(library) = open(&path) {
            core::mem::forget(library);
        }
    }
    nvrtc.sort(); // links first
    open(nvrtc.first().ok_or_else(|| format!("it is not in {}", folder.display()))?)
}

#[derive(Debug, PartialEq)]
pub enum Part {
    Nvrtc,
    Builtins,
}

/// `libnvrtc.so.13`, `libnvrtc-builtins.so.13.0`, `nvrtc64_130_0.dll`; not the `.alt` ones, which are the same in other ways, nor archives.
pub fn part(path: &Path) -> Option<Part> {
    let name = path.file_name()?.to_str()?;
    let name = name.strip_prefix("lib").unwrap_or(name).strip_prefix("nvrtc")?;
    if name.contains(".alt.") || !(name.contains(".so") || name.ends_with(".dll") || name.ends_with(".dylib")) {
        return None;
    }
    Some(if name.starts_with("-builtins") { Part::Builtins } else { Part::Nvrtc })
}

fn open(path: &Path) -> Result<Library, String> {
    // SAFETY: what runs as NVRTC is loaded asks for nothing.
    unsafe { Library::new(path) }.map_err(|error| words(&error))
}

/// What the system says is in the error's source.
fn words(error: &libloading::Error) -> String {
    match error.source() {
        Some(why) => format!("{error}: {why}"),
        None => error.to_string(),
    }
}

impl Functions {
    fn check(&self, call: &'static str, code: c_int) -> Result<(), Error> {
        if code == 0 {
            return Ok(());
        }
        // SAFETY: it takes any number.
        let message = unsafe { (self.describe)(code) };
        let message = if message.is_null() {
            "for which it has no words".to_owned()
        } else {
            // SAFETY: NVRTC's texts are static, and end with a zero.
            unsafe { CStr::from_ptr(message) }.to_string_lossy().into_owned()
        };
        Err(Error::Failed { call, code, message })
    }

    pub fn version(&self) -> Result<Version, Error> {
        let (mut major, mut minor) = (0, 0);
        // SAFETY: it writes a number to each.
        self.check("nvrtcVersion", unsafe { (self.version)(&mut major, &mut minor) })?;
        Ok(Version::of(major, minor))
    }

    /// What it makes code for, `90` for `sm_90`.
    pub fn architectures(&self) -> Result<Vec<c_int>, Error> {
        let mut count = 0;
        // SAFETY: it writes a number.
        self.check("nvrtcGetNumSupportedArchs", unsafe { (self.count_architectures)(&mut count) })?;
        let mut all = vec![0; usize::try_from(count).unwrap_or(0)];
        // SAFETY: it writes as many numbers as it said.
        self.check("nvrtcGetSupportedArchs", unsafe { (self.architectures)(all.as_mut_ptr()) })?;
        Ok(all)
    }
}

/// A program in NVRTC.
pub struct Program<'f> {
    functions: &'f Functions,
    handle: Handle,
}

impl<'f> Program<'f> {
    /// NVRTC copies the texts.
    pub fn new(
        functions: &'f Functions,
        name: &CStr,
        text: &CStr,
        headers: &[(CString, CString)],
    ) -> Result<Program<'f>, Error> {
        let names: Vec<_> = headers.iter().map(|(name, _)| name.as_ptr()).collect();
        let texts: Vec<_> = headers.iter().map(|(_, text)| text.as_ptr()).collect();
        let mut handle = ptr::null_mut();
        // SAFETY: all texts end with a zero and are there until it returns, and there are as many as it is told.
        let code = unsafe {
            (functions.create)(
                &mut handle,
                text.as_ptr(),
                name.as_ptr(),
                count(headers)?,
                texts.as_ptr(),
                names.as_ptr(),
            )
        };
        functions.check("nvrtcCreateProgram", code)?;
        Ok(Program { functions, handle })
    }

    pub fn compile(&self, options: &[CString]) -> Result<(), Error> {
        let texts: Vec<_> = options.iter().map(|option| option.as_ptr()).collect();
        // SAFETY: the program is there until `self` goes; the texts as in `new`.
        let code = unsafe { (self.functions.compile)(self.handle, count(options)?, texts.as_ptr()) };
        self.functions.check("nvrtcCompileProgram", code)
    }

    pub fn log(&self) -> Result<String, Error> {
        let log =
            self.bytes(["nvrtcGetProgramLogSize", "nvrtcGetProgramLog"], self.functions.log_size, self.functions.log)?;
        Ok(text(log))
    }

    pub fn ptx(&self) -> Result<String, Error> {
        Ok(text(self.bytes(["nvrtcGetPTXSize", "nvrtcGetPTX"], self.functions.ptx_size, self.functions.ptx)?))
    }

    pub fn cubin(&self) -> Result<Vec<u8>, Error> {
        self.bytes(["nvrtcGetCUBINSize", "nvrtcGetCUBIN"], self.functions.cubin_size, self.functions.cubin)
    }

    fn bytes(
        &self,
        calls: [&'static str; 2],
        size: unsafe extern "C" fn(Handle, *mut usize) -> c_int,
        get: unsafe extern "C" fn(Handle, *mut c_char) -> c_int,
    ) -> Result<Vec<u8>, Error> {
        let mut bytes = 0;
        // SAFETY: the program is there, and a size is written.
        self.functions.check(calls[0], unsafe { size(self.handle, &mut bytes) })?;
        let mut all = vec![0_u8; bytes];
        // SAFETY: the program is there, and as many bytes are written as it said.
        self.functions.check(calls[1], unsafe { get(self.handle, all.as_mut_ptr().cast()) })?;
        Ok(all)
    }
}

impl Drop for Program<'_> {
    fn drop(&mut self) {
        // SAFETY: it was created, and goes now. That NVRTC cannot free it is nothing to tell.
        unsafe { (self.functions.destroy)(&mut self.handle) };
    }
}

fn count<T>(all: &[T]) -> Result<c_int, Error> {
    c_int::try_from(all.len()).map_err(|_| Error::Failed {
        call: "nvrtcCreateProgram",
        code: OUT_OF_MEMORY,
        message: format!("{} texts are too many", all.len()),
    })
}

/// A text of C, with the zero that it ends with.
fn text(mut bytes: Vec<u8>) -> String {
    if let Some(end) = bytes.iter().position(|&byte| byte == 0) {
        bytes.truncate(end);
    }
    String::from_utf8_lossy(&bytes).into_owned()
}
