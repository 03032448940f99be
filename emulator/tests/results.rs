//! What comes back of a heap: what the result leads to, and no more, unless it is much of it.
// Nothing here is about threads.
#![cfg(not(emulator_tsan))]

#[path = "common/nets.rs"]
mod nets;

use nets::{emulator, parse};
use polarnet::{EngineKind, Runtime, cuda::CudaDevice};
use polarnet_emulator::Setting;

/// A result, and the bytes that came back.
fn run(main: &str) -> (String, u64) {
    let emulator = emulator();
    for (setting, value) in [(Setting::Seed, 1), (Setting::LateStores, 0), (Setting::StaleLoads, 0)] {
        emulator.set(setting, value);
    }
    let text = format!(
        "{main}
         @tree = (?(((x x) @both) r) r)
         @both = ({{m n}} ({{$([*2] x) $([*2] $([+1] y))}} (a b))) & @tree ~ (m (x a)) & @tree ~ (n (y b))
         @sum = (?((@leaf @more) r) r)
         @leaf = (x x)
         @more = ({{m n}} ((a b) r)) & @sum ~ (m (a $([+] $(s r)))) & @sum ~ (n (b s))"
    );
    let book = parse(&text).unwrap_or_else(|error| panic!("{error}"));
    let device = CudaDevice::open(0).expect("there is a device").with_memory_limit(8 << 20);
    let runtime = Runtime::on(device.clone()).engine(EngineKind::Bag);
    let before = device.counts();
    let done = book.with(|book| runtime.run(book)).unwrap_or_else(|error| panic!("{error}"));
    let there = device.counts() - before;
    let cpu =
        book.with(|book| Runtime::new().engine(EngineKind::Oracle).run(book)).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!((done.to_string(), done.stats.interactions()), (cpu.to_string(), cpu.stats.interactions()));
    (done.to_string(), there.from_device_bytes)
}

#[test]
fn a_number_is_brought_back_alone() {
    let (number, few) = run("@main = r & @tree ~ (9 (0 t)) & @sum ~ (9 (t r))");
    assert_eq!(number, (0..512).sum::<u32>().to_string());
    let (tree, many) = run("@main = t & @tree ~ (9 (0 t))");
    assert_eq!(tree.matches('(').count(), 511);
    // The tree has 512 leaves and 511 pairs; with what was used on the way to it, all came back.
    assert!(many > 511 * 16 && few < many / 4, "{few} and {many} bytes");
}
