//! Nets on the emulated device, beside the CPU.
#![allow(dead_code)]

use polarnet::{AnyBook, EngineKind, Error, ErrorKind, Runtime, cuda::CudaDevice, reader::Source};
use polarnet_emulator::{Emulator, Options, Setting};
use std::{
    sync::{LazyLock, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

/// The emulator, for one test at a time.
pub fn emulator() -> MutexGuard<'static, Emulator> {
    static EMULATOR: LazyLock<Mutex<Emulator>> =
        LazyLock::new(|| Mutex::new(polarnet_emulator::load(options()).expect("the emulator is there")));
    EMULATOR.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A small device.
pub fn options() -> Options {
    Options { memory: Some(64 << 20), multiprocessors: Some(1), quiet: true, ..Options::default() }
}

pub fn parse(text: &str) -> Result<AnyBook, String> {
    let source = Source::new("the book", text);
    let parsed = source.parse();
    parsed.book.ok_or_else(|| source.render(&parsed.diagnostics, false))
}

/// What a run ends with.
#[derive(PartialEq, Debug)]
pub enum End {
    Normal(String, u64),
    NoRule,
    Endless,
    Other(String),
}

pub fn end(book: &AnyBook, runtime: &Runtime) -> End {
    match book.with(|book| runtime.run(book)) {
        Ok(done) => End::Normal(done.to_string(), done.stats.interactions()),
        Err(Error { kind: ErrorKind::NoRule(_), .. }) => End::NoRule,
        Err(Error { kind: ErrorKind::Interactions(_), .. }) => End::Endless,
        Err(error) => End::Other(error.to_string()),
    }
}

/// Compares a run on the device, under each of these seeds, with one on the CPU. What the CPU's was.
pub fn compare(book: &AnyBook, memory: u64, seeds: impl IntoIterator<Item = u64>, limit: u64) -> Result<End, String> {
    compare_by(EngineKind::Bag, book, memory, seeds, limit)
}

/// The same, interpreted there or compiled.
pub fn compare_by(
    engine: EngineKind,
    book: &AnyBook,
    memory: u64,
    seeds: impl IntoIterator<Item = u64>,
    limit: u64,
) -> Result<End, String> {
    let wanted = end(book, &Runtime::new().threads(1).max_interactions(limit).timeout(Duration::from_secs(60)));
    // What has no end may as well have no room.
    for seed in seeds.into_iter().filter(|_| wanted != End::Endless) {
        let emulator = emulator();
        emulator.set(Setting::Seed, seed);
        // With fences modelled, too. ThreadSanitizer judges plain accesses, which are not plain then.
        let modelled = |every: u64| u64::from(seed % every == 0 && !cfg!(emulator_tsan));
        emulator.set(Setting::LateStores, modelled(2));
        emulator.set(Setting::StaleLoads, modelled(4));
        let device = CudaDevice::open(0).map_err(|error| error.to_string())?.with_memory_limit(memory);
        let there = end(book, &Runtime::on(device).engine(engine).max_interactions(limit));
        if there != wanted {
            return Err(format!("with seed {seed} {there:?}, and on the CPU {wanted:?}\n{}", emulator.report()));
        }
    }
    Ok(wanted)
}

/// Most of `count` random books have to end, or their generator is of no use. Of a dozen fewer may, by chance: half of them, less
/// three standard deviations.
pub fn assert_most(ended: u32, count: u32) {
    let least = f64::from(count) / 2. - 1.5 * f64::from(count).sqrt();
    assert!(f64::from(ended) > least, "of {count} books {ended} ended");
}
