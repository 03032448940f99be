//! The nets of the examples, on the emulated device: what they print, and how many interactions it takes, is as on the CPU.

#[path = "common/nets.rs"]
mod nets;

#[allow(dead_code)]
#[path = "../../examples/bitonic_sort.rs"]
mod bitonic_sort;
#[allow(dead_code)]
#[path = "../../examples/church.rs"]
mod church;
#[allow(dead_code)]
#[path = "../../examples/quickstart.rs"]
mod quickstart;
#[allow(dead_code)]
#[path = "../../examples/standard/books.rs"]
mod standard;
#[allow(dead_code)]
#[path = "../../examples/sum.rs"]
mod sum;

use polarnet::{EngineKind, Error, Runtime, cuda::CudaDevice};
use polarnet_emulator::Setting;
use std::fmt::Debug;

/// The same on the device, under each seed, as on the CPU.
fn same<T: PartialEq + Debug>(what: &str, seeds: u64, run: impl Fn(&Runtime) -> Result<T, Error>) {
    let wanted = run(&Runtime::new().threads(1)).unwrap();
    for seed in 0..seeds {
        let emulator = nets::emulator();
        emulator.set(Setting::Seed, seed);
        let device = CudaDevice::open(0).unwrap().with_memory_limit(48 << 20);
        let found = run(&Runtime::on(device).engine(EngineKind::Bag))
            .unwrap_or_else(|error| panic!("{what}: {error}\n{}", emulator.report()));
        assert_eq!(found, wanted, "{what}, seed {seed}");
    }
}

const SEEDS: u64 = if cfg!(emulator_tsan) { 1 } else { 3 };

#[test]
fn typed_calls() {
    let depth = if cfg!(emulator_tsan) { 2 } else { 6 };
    same("quickstart", SEEDS, |runtime| quickstart::Sums::sum(runtime, depth, 0));
    same("sum", SEEDS, |runtime| sum::Sums::sum(runtime, depth, 3));
    same("bitonic_sort", SEEDS, |runtime| bitonic_sort::Sort::sorted(runtime, depth));
}

#[test]
fn church_numerals() {
    same("church", SEEDS, church::results);
}

/// As many interactions, too.
#[test]
fn standard_programs() {
    for program in &standard::PROGRAMS {
        // What they take at these sizes is some ten thousand interactions.
        let size = match program.name {
            _ if cfg!(emulator_tsan) => 2,
            "ack" => 3,
            "queens" => 5,
            "fib" | "sum_rec" | "tree" => 10,
            _ => 60,
        };
        same(program.name, SEEDS, |runtime| {
            let done = (program.run)(runtime, size)?;
            let value = done.value::<u32>()?;
            assert!(program.expected.is_none_or(|expected| expected(size) == value), "{}: {value}", program.name);
            Ok((value, done.stats.interactions()))
        });
    }
}
