//! Kernels that are compiled at run time, by NVRTC's stand-in.

#[path = "common/nets.rs"]
mod nets;

use nets::emulator;
use polarnet::cuda::{
    Buffer, CudaDevice, Error, Launch, Module,
    cache::{Cached, Kernels, Key, NotKept},
    nvrtc::{self, Architecture, Image, Nvrtc, Source},
};
use polarnet_emulator::Setting;
use std::{convert::Infallible, fs};

const PORT: (&str, &str) = ("port.cuh", include_str!("../../runtime/kernels/port.cuh"));
const NINE: Architecture = Architecture(9, 0);

fn source(text: &str) -> Source<'_> {
    Source { name: "test.cu", text, headers: &[PORT], options: &["-DBY=3"] }
}

/// `out[i] = i … by …`, under one name, whatever the expression is.
fn filling(expression: &str) -> String {
    format!(
        "#include \"port.cuh\"\nKERNEL(fill, u64* out, u32 n) {{\n    u32 i = block() * threads() + thread();\n    \
         if (i < n) store_relaxed(out + i, u64({expression}));\n}}\n"
    )
}

fn load(device: &CudaDevice, image: &Image) -> Result<Module, Error> {
    match image {
        // SAFETY: it was just compiled, or read whole from the cache.
        Image::Cubin(code) => unsafe { Module::load_cubin(device, code) },
        Image::Ptx(text) => Module::load(device, text),
    }
}

fn fill(device: &CudaDevice, module: &Module) -> Vec<u64> {
    let mut out = Buffer::<u64>::zeroed(device, 100).unwrap();
    let function = module.function("fill").unwrap();
    let launch = Launch { blocks: 2, threads: 64, shared: 0 };
    // SAFETY: the kernel takes a pointer to so many words, and their number.
    unsafe { function.launch(&device.stream(), launch, (&mut out, 100_u32)) }.unwrap();
    out.to_vec().unwrap()
}

#[test]
fn each_module_has_its_own_kernels() {
    let emulator = emulator();
    let device = CudaDevice::open(0).unwrap();
    let nvrtc = Nvrtc::load().unwrap();
    let modules = ["i * BY", "i + BY"].map(|expression| {
        let image = nvrtc.compile(&source(&filling(expression)), NINE).unwrap();
        load(&device, &image).unwrap()
    });
    for seed in 0..3 {
        emulator.set(Setting::Seed, seed);
        assert!(fill(&device, &modules[0]).into_iter().eq((0..100).map(|i| i * 3)));
        assert!(fill(&device, &modules[1]).into_iter().eq((0..100).map(|i| i + 3)));
    }
    assert!(matches!(modules[0].function("sum"), Err(Error::NoFunction(_))), "that one is linked in");
}

#[test]
fn what_is_wrong_is_found_at_its_line() {
    let _alone = emulator();
    let error = Nvrtc::load().unwrap().compile(&source(&filling("j")), NINE).unwrap_err();
    let nvrtc::Error::Compile(found) = &error else { panic!("{error}") };
    let line = found.line.as_ref().unwrap();
    assert_eq!((&*line.file, line.number), ("test.cu", 4), "{error}");
    assert!(found.message.contains("'j' was not declared") && !found.log.contains("/tmp"), "{error}");

    let missing = Nvrtc::load().unwrap().compile(&source("#include \"nowhere.cuh\"\n"), NINE).unwrap_err();
    assert!(matches!(&missing, nvrtc::Error::Compile(found) if found.message.contains("nowhere.cuh")), "{missing}");
}

#[test]
fn an_image_is_compiled_once() {
    let emulator = emulator();
    let folder = std::env::temp_dir().join(format!("polarnet-compiled-{}", std::process::id()));
    let (cache, nvrtc, text) = (Kernels::at(&folder), Nvrtc::load().unwrap(), filling("7"));
    let before = emulator.counts().compilations;
    let (first, made) = cache.compile(nvrtc, &source(&text), NINE).unwrap();
    let (second, hit) = cache.compile(nvrtc, &source(&text), NINE).unwrap();
    assert!(matches!((made, hit), (Cached::Made, Cached::Hit)));
    assert!(first == second && emulator.counts().compilations == before + 1);
    let device = CudaDevice::open(0).unwrap();
    assert_eq!(fill(&device, &load(&device, &second).unwrap()), [7; 100]);
    fs::remove_dir_all(folder).unwrap();
}

/// Whatever lies in the cache's folder, the kernel that runs is the source's, or there is an error.
#[test]
fn a_poisoned_cache() {
    let emulator = emulator();
    let folder = std::env::temp_dir().join(format!("polarnet-poisoned-{}", std::process::id()));
    let (cache, nvrtc, device) = (Kernels::at(&folder), Nvrtc::load().unwrap(), CudaDevice::open(0).unwrap());
    let (text, other) = (filling("7"), filling("8"));
    let file = |text| folder.join(format!("{}.kernel", Key::new(&source(text), NINE, nvrtc.version())));
    let run = |cache: &Kernels| {
        let before = emulator.counts().compilations;
        let (image, cached) = cache.compile(nvrtc, &source(&text), NINE).unwrap();
        let filled = fill(&device, &load(&device, &image).unwrap());
        assert_eq!((filled, emulator.counts().compilations - before), (vec![7; 100], 1), "{cached:?}");
        cached
    };
    assert!(matches!(run(&cache), Cached::Made));
    cache.compile(nvrtc, &source(&other), NINE).unwrap();
    let whole = fs::read(file(&text)).unwrap();
    let mut corrupt = whole.clone();
    corrupt[whole.len() / 2] ^= 1;
    let foreign = fs::read(file(&other)).unwrap();
    for poison in [&corrupt, &foreign, &whole[..whole.len() / 2], b"", b"\x7fELF"] {
        fs::write(file(&text), poison).unwrap();
        assert!(matches!(run(&cache), Cached::Made));
        let (again, cached) = cache.compile(nvrtc, &source(&text), NINE).unwrap();
        assert!(matches!(cached, Cached::Hit), "it was kept: {cached:?}");
        assert_eq!(fill(&device, &load(&device, &again).unwrap()), [7; 100]);
    }

    // A folder that cannot be read, nor written: its place is a file's.
    let unreadable = Kernels::at(file(&text));
    for _ in 0..2 {
        assert!(matches!(run(&unreadable), Cached::NotKept(NotKept::File { .. })));
    }

    // The hash is right, what it is the hash of is not a kernel.
    fs::remove_file(file(&text)).unwrap();
    let key = Key::new(&source(&text), NINE, nvrtc.version());
    for image in [Image::Cubin(vec![0; 100]), Image::Ptx("0".to_owned())] {
        cache.get(&key, || Ok::<_, Infallible>(image)).unwrap();
        let (kept, cached) = cache.compile(nvrtc, &source(&text), NINE).unwrap();
        assert!(matches!(cached, Cached::Hit));
        let error = load(&device, &kept).unwrap_err();
        assert!(matches!(error, Error::Module(_)), "{error}");
        fs::remove_file(file(&text)).unwrap();
    }
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn it_may_fail_by_itself() {
    let emulator = emulator();
    emulator.set(Setting::FailCompilation, 1);
    let error = Nvrtc::load().unwrap().compile(&source(&filling("1")), NINE).unwrap_err();
    emulator.set(Setting::FailCompilation, 0);
    assert!(error.to_string().contains("INTERNAL_ERROR"), "{error}");
}
