//! Built with ThreadSanitizer: races are reported, and what is ordered is not. `ci/emulator.sh tsan` runs it.
#![cfg(emulator_tsan)]

mod common;

use std::process::Command;

use common::{device, grid, grid_shared};
use cudarc::nvrtc::Ptx;
use polarnet::cuda::nvrtc::{Architecture, Image, Nvrtc, Source};
use polarnet_emulator::{Options, Setting};

const KERNEL: &str = "POLARNET_EMULATOR_TEST_KERNEL";

/// Kernels that are compiled at run time, as passes are: what a thread wrote is read by its neighbour.
const COMPILED: &str = r#"
#include "port.cuh"
DEV void neighbours(u64* words, bool barrier) {
    put(words, thread(), u64(thread()));
    if (barrier) sync_block();
    put(words, threads() + thread(), get(words, (thread() + 1) % threads()));
}
KERNEL(compiled_with_barrier, u64* words) { neighbours(words, true); }
KERNEL(compiled_without_barrier, u64* words) { neighbours(words, false); }
"#;

fn compiled() -> Ptx {
    let port = ("port.cuh", include_str!("../../runtime/kernels/port.cuh"));
    let source = Source { name: "compiled.cu", text: COMPILED, headers: &[port], options: &[] };
    match Nvrtc::load().unwrap().compile(&source, Architecture(9, 0)).unwrap() {
        Image::Cubin(code) => Ptx::from_binary(code),
        Image::Ptx(text) => text.into(),
    }
}

/// What the child does: ThreadSanitizer ends it at the first race.
#[test]
#[ignore = "run by the others"]
fn child() {
    let Ok(kernel) = std::env::var(KERNEL) else { return };
    let mut image = None;
    for seed in 0..20 {
        let mut device = device(Options::default());
        device.emulator.set(Setting::Seed, seed);
        let zeros = |words: usize| device.stream.alloc_zeros::<u64>(words).unwrap();
        if kernel.starts_with("publish") {
            let (mut flags, mut data, mut wrong) = (zeros(2), zeros(2 * 3 * 4), zeros(1));
            launch_cooperative!(device, &kernel, grid(2, 2), &mut flags, &mut data, &mut wrong, &3u32, &4u32).unwrap();
        } else if kernel.starts_with("sum") {
            let (input, mut sum) = (zeros(128), zeros(1));
            launch!(device, &kernel, grid_shared(1, 128, 1024), &input, &mut sum, &128u32).unwrap();
        } else if kernel.starts_with("compiled") {
            device.module = device.context.load_module(image.get_or_insert_with(compiled).clone()).unwrap();
            let mut words = zeros(2 * 64);
            launch!(device, &kernel, grid(1, 64), &mut words).unwrap();
            let read = device.stream.clone_dtoh(&words).unwrap();
            assert!(read[64..].iter().copied().eq((1..65).map(|next| next % 64)), "{read:?}");
        } else if kernel.starts_with("neighbours") {
            let mut out = zeros(64);
            launch!(device, &kernel, grid_shared(1, 64, 512), &mut out).unwrap();
        } else {
            let (mut lock, mut counter) = (device.stream.alloc_zeros::<u32>(1).unwrap(), zeros(1));
            launch_cooperative!(device, &kernel, grid(2, 16), &mut lock, &mut counter, &5u32).unwrap();
        }
        assert_eq!(device.outcome(), Ok(()), "{}", device.emulator.report());
    }
}

/// Whether the kernel runs through, or else what ThreadSanitizer said.
fn runs(kernel: &str) -> Result<(), String> {
    let options = std::env::var("TSAN_OPTIONS").unwrap_or_default();
    let said = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "child", "--ignored", "--test-threads=1", "--nocapture"])
        .env(KERNEL, kernel)
        .env("TSAN_OPTIONS", format!("{options} halt_on_error=1"))
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&said.stderr).into_owned() + &String::from_utf8_lossy(&said.stdout);
    if said.status.success() { Ok(()) } else { Err(text) }
}

#[test]
fn races_are_reported() {
    for kernel in [
        "publish_without_release",
        "publish_without_acquire",
        "publish_fence_too_early",
        "sum_without_barriers",
        "neighbours_voted",
        "compiled_without_barrier",
    ] {
        let said = runs(kernel).expect_err(kernel);
        assert!(said.contains("ThreadSanitizer: data race") && said.contains(kernel), "{kernel}: {said}");
    }
}

#[test]
fn what_is_ordered_is_not() {
    for kernel in [
        "publish_release_acquire",
        "publish_fences",
        "publish_fence_acquire",
        "publish_release_fence",
        "publish_exchanges",
        "publish_adds",
        "sum",
        "neighbours_synced",
        "compiled_with_barrier",
        "litmus_lock",
    ] {
        if let Err(said) = runs(kernel) {
            panic!("{kernel}: {said}");
        }
    }
}
