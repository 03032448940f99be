//! The kernels of functions: compiled once for a device, and kept.

use crate::{
    cuda::{
        CudaDevice, Error as CudaError, Function, Module,
        cache::Kernels,
        nvrtc::{Architecture, Error as NvrtcError, Image, Nvrtc, Source},
    },
    device::Error,
    passes::{Kernel, MANY, Program, Step, THREADS},
};
use core::fmt::Write;
use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
};

/// What each source may include.
const HEADERS: [(&str, &str); 3] = [
    ("port.cuh", include_str!("../../../kernels/port.cuh")),
    ("floats.cuh", include_str!("../../../kernels/floats.cuh")),
    ("passes.cuh", include_str!("../../../kernels/passes.cuh")),
];

/// The kernels of a program, by steps; or one that is written by hand.
pub struct Compiled {
    pub steps: Vec<OfStep>,
}

pub struct OfStep {
    /// A thread for each row.
    pub wide: Function,
    /// A block for several levels, where there are levels.
    pub narrow: Option<Function>,
    /// A block for each row that many use, where rows ask.
    pub many: Option<Function>,
}

/// What was compiled for a device.
pub struct Shelf {
    kept: Kernels,
    /// By where the program or the kernel lies, which is for ever.
    known: Mutex<HashMap<usize, Arc<Place>>>,
}

/// The kernels of one program. Who compiles them has the lock, and others wait.
type Place = Mutex<Option<Arc<Compiled>>>;

impl Shelf {
    pub fn new(kept: Kernels) -> Shelf {
        Shelf { kept, known: Mutex::default() }
    }

    /// The kernels of a function's passes.
    pub fn kernels(&self, device: &CudaDevice, program: &'static Program) -> Result<Arc<Compiled>, Error> {
        self.find(core::ptr::from_ref(program).addr(), || {
            let (name, text) = (format!("{}.cu", program.name), text(program));
            let source = Source { name: &name, text: &text, headers: &HEADERS, options: &[] };
            let module = self.compile(device, program.name, &source)?;
            let steps = program.steps.iter().map(|step| OfStep::find(&module, step));
            Ok(Compiled { steps: steps.collect::<Result<_, CudaError>>()? })
        })
    }

    /// A kernel that is written by hand.
    pub fn kernel(&self, device: &CudaDevice, kernel: &'static Kernel) -> Result<Arc<Compiled>, Error> {
        self.find(core::ptr::from_ref(kernel).addr(), || {
            let source = Source { name: kernel.file, text: kernel.source, headers: &[], options: &[] };
            let module = self.compile(device, kernel.name, &source)?;
            Ok(Compiled { steps: vec![OfStep { wide: module.function(kernel.entry)?, narrow: None, many: None }] })
        })
    }

    /// What is known by that name, or is made.
    fn find(&self, name: usize, make: impl FnOnce() -> Result<Compiled, Error>) -> Result<Arc<Compiled>, Error> {
        let place = {
            let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
            Arc::clone(known.entry(name).or_default())
        };
        let mut place = place.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(compiled) = &*place {
            return Ok(Arc::clone(compiled));
        }
        let compiled = Arc::new(make()?);
        *place = Some(Arc::clone(&compiled));
        Ok(compiled)
    }

    fn compile(&self, device: &CudaDevice, function: &'static str, source: &Source<'_>) -> Result<Module, Error> {
        let failed = |error: NvrtcError| Error::Compile { function, error };
        let nvrtc = Nvrtc::load().map_err(failed)?;
        let capability = device.info().capability;
        let architecture = Architecture(capability.major, capability.minor);
        let (image, _) = self.kept.compile(nvrtc, source, architecture).map_err(failed)?;
        Ok(match &image {
            // SAFETY: NVRTC made it, and what was kept has the hash of what NVRTC made.
            Image::Cubin(code) => unsafe { Module::load_cubin(device, code) }?,
            Image::Ptx(code) => Module::load(device, code)?,
        })
    }
}

impl OfStep {
    fn find(module: &Module, step: &Step) -> Result<OfStep, CudaError> {
        let find = |kernel: &str, end: &str| module.function(&format!("{kernel}{end}"));
        Ok(match step {
            Step::Up { kernel, .. } => {
                OfStep { wide: find(kernel, "")?, narrow: Some(find(kernel, "_narrow")?), many: None }
            }
            Step::Down { kernel, .. } => OfStep {
                wide: find(kernel, "")?,
                narrow: Some(find(kernel, "_narrow")?),
                many: Some(find(kernel, "_many")?),
            },
            Step::Map { kernel, .. } => OfStep { wide: find(kernel, "")?, narrow: None, many: None },
        })
    }
}

/// What is compiled: the constants, the primitives, the program's own text.
fn text(program: &Program) -> String {
    let mut text = format!("#define TPB {THREADS}\n#define MANY {MANY}u\n");
    for (name, value) in (program.defines)() {
        // Writing to a text does not fail.
        let _ = writeln!(text, "#define {name} {value}ull");
    }
    text.push_str("#include \"passes.cuh\"\n");
    text.push_str(program.source);
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn constants_come_before_the_primitives_and_these_before_the_kernels() {
        let program = Program {
            name: "f",
            source: "KERNEL(f) {}",
            defines: || vec![("WORDS", 3), ("MOST", u64::MAX)],
            steps: &[],
            slots: 1,
        };
        assert_eq!(
            text(&program),
            "#define TPB 256\n#define MANY 64u\n#define WORDS 3ull\n#define MOST 18446744073709551615ull\n#include \"passes.cuh\"\nKERNEL(f) {}"
        );
    }

    /// All functions, for NVRTC where there is one: `POLARNET_NVRTC=$(ci/ptx.sh --nvrtc)` has one.
    #[test]
    fn nvrtc_takes_the_primitives() {
        let program = Program {
            name: "all",
            source: "
template <class T> DEV T both(const u64* s, u32 row, T x, T y) {
    x = rs::add(rs::sub(rs::mul(x, y), rs::neg(y)), rs::div(s, row, x, rs::rem(s, row, x, y)));
    x = rs::least(rs::min(x, y), rs::most(rs::max(x, y), rs::clamp(s, row, x, y, y)));
    return rs::add(rs::abs(x), rs::signum(y));
}
template <class T> DEV void integers(const u64* s, u32 row) {
    T x = get(slot<T>(s, 1), row), y = get(slot<T>(s, 2), row);
    put(slot<T>(s, 3), row, rs::shl(rs::shr(both(s, row, x, y), y), 3));
}
template <class T> DEV void floats(const u64* s, u32 row) {
    T x = get(slot<T>(s, 1), row), y = get(slot<T>(s, 2), row);
    x = rs::sqrt(rs::floor(rs::ceil(rs::trunc(rs::round(rs::copysign(x, both(s, row, x, y)))))));
    x = rs::is_nan(x) || rs::is_finite(y) ? rs::powi(x, rs::as<i32>(y)) : rs::as<T>(rs::as<u64>(x));
    put(slot<T>(s, 3), row, rs::powf(rs::sin(rs::exp(x)), rs::atan2(x, rs::ln_1p(y))));
}
template <class T> DEV void joins(T* cells, T x) {
    join_min(cells, rs::for_min(x));
    join_max(cells + 1, rs::for_max(x));
    join_by(cells + 2, x, [](T a, T b) { return rs::most(a, b); });
}
struct Pair { f64 at0; bool at1; };
DEV void sums(const u64* s, u32 row) {
    Pair* cell = slot<Pair>(s, 3) + row;
    ask_together(
        slot<u32>(s, 1), row, row + MANY, Pair{0.0, true},
        [&](u32 user, Pair& first) -> u32 { first = Pair{get(slot<f64>(s, 2), user), user > 7}; return user & 3; },
        [&](u32 user, Pair a, Pair b) { return Pair{rs::add(a.at0, b.at0), bool(a.at1 & b.at1)}; },
        [&](u32 user, Pair a) { return Pair{rs::mul(a.at0, 2.0), user > 7}; },
        [&]() -> Pair { return get(cell, 0); },
        [&](Pair sum) { put(cell, 0, sum); }
    );
}
KERNEL(all, const u64* s, u32 from, u32 to) {
    ROWS(i, from, to) {
        u32 row = u32(i);
        integers<u8>(s, row), integers<u16>(s, row), integers<u32>(s, row), integers<u64>(s, row);
        integers<i8>(s, row), integers<i16>(s, row), integers<i32>(s, row), integers<i64>(s, row);
        floats<f32>(s, row), floats<f64>(s, row);
        joins(slot<u32>(s, 4), u32(MOST)), joins(slot<i64>(s, 4), i64(i)), joins(slot<f32>(s, 4), 1.0f), joins(slot<f64>(s, 4), 1.0);
        sums(s, row);
        join_add(slot<i32>(s, 4), -1), join_and(slot<u64>(s, 4), i), join_or(slot<i64>(s, 4), i64(i)), join_xor(slot<u32>(s, 4), row);
    }
}",
            defines: || vec![("MOST", 7)],
            steps: &[],
            slots: 5,
        };
        let nvrtc = match Nvrtc::load() {
            Ok(nvrtc) => nvrtc,
            Err(NvrtcError::Missing { .. } | NvrtcError::Old { .. }) => return,
            Err(error) => panic!("{error}"),
        };
        let source = Source { name: "all.cu", text: &text(&program), headers: &HEADERS, options: &[] };
        for architecture in [Architecture(8, 0), Architecture(9, 0)] {
            nvrtc.compile(&source, architecture).unwrap_or_else(|error| panic!("{error}"));
        }
    }
}
