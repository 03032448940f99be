//! Many blocks: work and free nodes go from one to another.
// ThreadSanitizer has no room for so many threads; the other tests of nets have several blocks.
#![cfg(not(emulator_tsan))]

#[path = "common/nets.rs"]
mod nets;

use nets::{End, compare, emulator, parse};
use polarnet::{EngineKind, Runtime, cuda::CudaDevice};
use polarnet_emulator::Setting;

const SUM: &str = "@main = r & @f ~ (11 r)\n@f = (?((1 @g) r) r)\n@g = ({a b} r) & @f ~ (a $([+] $(y r))) & @f ~ (b y)";

fn with_multiprocessors(count: u64) {
    emulator().set(Setting::Multiprocessors, count);
}

#[test]
fn work_is_shared() {
    with_multiprocessors(8);
    let book = parse(SUM).unwrap();
    for seed in 1..=2 {
        match compare(&book, 40 << 20, [seed], 1_000_000) {
            Ok(End::Normal(sum, _)) => assert_eq!(sum, "2048"),
            other => panic!("{seed}: {other:?}"),
        }
    }
    let device = CudaDevice::open(0).unwrap().with_memory_limit(40 << 20);
    let done = book.with(|book| Runtime::on(device).engine(EngineKind::Bag).run(book)).unwrap();
    assert!(done.stats.threads >= 8 * 128, "{}", done.stats.threads);
}

/// Where one block makes what another erases, words are not used up.
#[test]
fn free_nodes_are_shared() {
    with_multiprocessors(8);
    let text = "@main = r & @go ~ (60 r)\n@go = (?((0 @next) r) r)
        @next = ({n m} r) & @tree ~ (7 *) & @tree ~ (7 *) & @go ~ (n r) & m ~ *
        @tree = (?((1 @node) r) r)\n@node = ({a b} (x y)) & @tree ~ (a x) & @tree ~ (b y)";
    match compare(&parse(text).unwrap(), 8 << 20, [1, 2], 10_000_000) {
        Ok(End::Normal(..)) => {}
        other => panic!("{other:?}"),
    }
}
