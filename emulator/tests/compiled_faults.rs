//! What a kernel does wrong that was compiled at run time. The device is lost after that, so this is a process of its own.

use polarnet::cuda::{
    Buffer, CudaDevice, Launch, Module,
    nvrtc::{Architecture, Image, Nvrtc, Source},
};
use polarnet_emulator::Options;

#[test]
fn a_report_names_the_line_of_a_source() {
    let emulator = polarnet_emulator::load(Options { quiet: true, ..Options::default() }).unwrap();
    let device = CudaDevice::open(0).unwrap();
    let text =
        "#include \"port.cuh\"\nKERNEL(fill, u64* out, u32 n) {\n    store_relaxed(out + thread(), u64(n));\n}\n";
    let port = ("port.cuh", include_str!("../../runtime/kernels/port.cuh"));
    let source = Source { name: "test.cu", text, headers: &[port], options: &[] };
    let image = Nvrtc::load().unwrap().compile(&source, Architecture(9, 0)).unwrap();
    let Image::Cubin(code) = image else { panic!("it is compiled for the device") };
    // SAFETY: it was just compiled.
    let module = unsafe { Module::load_cubin(&device, &code) }.unwrap();
    let function = module.function("fill").unwrap();
    let mut out = Buffer::<u64>::zeroed(&device, 100).unwrap();
    let launch = Launch { blocks: 1, threads: 128, shared: 0 };
    // SAFETY: the emulator refuses what is out of bounds.
    let _ = unsafe { function.launch(&device.stream(), launch, (&mut out, 100_u32)) };
    assert!(device.synchronize().is_err());
    assert!(emulator.report().contains("test.cu:3"), "{}", emulator.report());
}
