//! Which kernel reduces a book: one that was compiled for it, or the one that has the templates of any book as tables.

use super::{
    CudaDevice, Error, Function, Module,
    cache::{Cached, Kernels, Key},
    kernel,
    layout::STATE_BYTES,
    nvrtc::{self, Architecture, Image, Nvrtc, Source},
    source::{self, HEADERS, Needs, NotWritten},
};
use crate::{program::Program, stats::Kernel};
use cudarc::driver::sys::{self, CUlimit};
use polarnet_columns::Space;
use polarnet_syntax::book::Book;
use std::sync::PoisonError;

/// A kernel, and what goes with it.
pub struct Reducer {
    pub function: Function,
    /// What functions may need beyond what templates do; `None` where all is interpreted.
    pub needs: Option<Needs>,
    /// What is told of it.
    pub kind: Kernel,
}

impl Reducer {
    /// Words that a block gets at once: 64 KiB. Functions promise more than they need, so that those that they call can begin.
    pub fn chunk(&self) -> u32 {
        if self.needs.is_none() { 1 << 13 } else { 1 << 15 }
    }
}

/// Why a book's own kernel is not there. Then it is interpreted.
#[derive(Debug, thiserror::Error)]
enum NotCompiled {
    #[error("{0}")]
    Written(#[from] NotWritten),
    #[error("{0}")]
    Nvrtc(#[from] nvrtc::Error),
    #[error("{0}")]
    Device(#[from] Error),
}

/// The kernel that interprets.
pub fn interpreting(device: &CudaDevice) -> Result<Reducer, Error> {
    Ok(Reducer { function: kernel::reducer(device)?, needs: None, kind: Kernel::Interpreted { why: None } })
}

/// The book's own kernel, compiled now or before; where that cannot be, the one that interprets, and why.
pub fn compiled<S: Space>(device: &CudaDevice, book: &Book<S>, program: &Program) -> Result<Reducer, Error> {
    match own(device, book, program) {
        Ok(reducer) => Ok(reducer),
        // After that no kernel runs.
        Err(NotCompiled::Device(error @ Error::Lost { .. })) => Err(error),
        Err(why) => {
            let why = Some(why.to_string().into());
            Ok(Reducer { kind: Kernel::Interpreted { why }, ..interpreting(device)? })
        }
    }
}

fn own<S: Space>(device: &CudaDevice, book: &Book<S>, program: &Program) -> Result<Reducer, NotCompiled> {
    let written = source::write(book, program)?;
    let nvrtc = Nvrtc::load()?;
    let capability = device.info().capability;
    let architecture = Architecture(capability.major, capability.minor);
    let source = Source { name: "book.cu", text: &written.text, headers: &HEADERS, options: &["--maxrregcount=128"] };
    let key = Key::new(&source, architecture, nvrtc.version());
    let (module, not_kept) = match device.loaded(&key) {
        Some(module) => (module, None),
        None => {
            let (image, cached) = Kernels::usual().get(&key, || nvrtc.compile(&source, architecture))?;
            let module = match &image {
                Image::Ptx(text) => Module::load(device, text)?,
                // SAFETY: NVRTC has made it, as a whole, or the cache has kept it with a hash of what is in it.
                Image::Cubin(code) => unsafe { Module::load_cubin(device, code)? },
            };
            device.keep_compiled(key, &module);
            let not_kept = match cached {
                Cached::Hit | Cached::Made => None,
                Cached::NotKept(why) => Some(why.to_string().into()),
            };
            (module, not_kept)
        }
    };
    let function = module.function("reduce")?;
    function.allow_shared(STATE_BYTES as u32)?;
    device.allow_stack(written.stack)?;
    Ok(Reducer { function, needs: Some(written.needs), kind: Kernel::Compiled { not_kept } })
}

/// Kernels of books that stay loaded.
const LOADED: usize = 16;

impl CudaDevice {
    /// The kernel of a book that is loaded.
    fn loaded(&self, key: &Key) -> Option<Module> {
        let mut loaded = self.compiled().lock().unwrap_or_else(PoisonError::into_inner);
        let at = loaded.iter().position(|(other, _)| other == key)?;
        let found = loaded.remove(at);
        let module = found.1.clone();
        loaded.push(found);
        Some(Module::loaded(self, module))
    }

    /// Keeps the kernel of a book loaded. The one that was not used for longest goes.
    fn keep_compiled(&self, key: Key, module: &Module) {
        let mut loaded = self.compiled().lock().unwrap_or_else(PoisonError::into_inner);
        if loaded.len() == LOADED {
            loaded.remove(0);
        }
        loaded.push((key, module.raw().clone()));
    }

    /// Gives each thread a stack of so many bytes, at least: the driver cannot know how deep functions call each other.
    fn allow_stack(&self, bytes: u32) -> Result<(), Error> {
        let limit = CUlimit::CU_LIMIT_STACK_SIZE;
        self.check("preparing the device", self.context().bind_to_thread())?;
        let mut now = 0;
        // SAFETY: the context is this thread's current one; the place for the value is there.
        self.check("asking for a thread's stack", unsafe { sys::cuCtxGetLimit(&raw mut now, limit) }.result())?;
        if now >= bytes as usize {
            return Ok(());
        }
        // SAFETY: the context is this thread's current one.
        self.check("setting a thread's stack", unsafe { sys::cuCtxSetLimit(limit, bytes as usize) }.result())
    }
}
