//! Kernels that are compiled for a book, on the emulated device: the same normal forms and numbers of interactions as interpreted
//! there, and as on the CPU.
// ThreadSanitizer makes each book's kernel take many seconds to compile.
#![cfg(not(emulator_tsan))]

#[path = "common/nets.rs"]
mod nets;
#[path = "../../tests/support/mod.rs"]
#[allow(dead_code, unused_imports, reason = "other tests use the rest")]
mod support;

use nets::{End, assert_most, compare_by, emulator, parse};
use polarnet::{AnyBook, EngineKind, ErrorKind, Kernel, Runtime, Stats, cuda::CudaDevice, reader::Source};
use std::{cell::Cell, fs, path::Path};
use support::{
    agents::{self, Kind},
    programs, stock,
    tries::{cases, try_all, try_texts},
};

/// Two blocks' and some heap.
const MEMORY: u64 = 3 << 20;

/// How a book is reduced there, and the kernel that it had.
fn on(book: &AnyBook, runtime: impl FnOnce(Runtime) -> Runtime) -> (Result<String, ErrorKind>, Stats) {
    let _emulator = emulator();
    let device = CudaDevice::open(0).unwrap().with_memory_limit(MEMORY);
    match book.with(|book| runtime(Runtime::on(device)).run(book)) {
        Ok(done) => (Ok(done.to_string()), done.stats),
        Err(error) => (Err(error.kind), *error.stats),
    }
}

fn kernel(text: &str) -> Kernel {
    on(&parse(text).unwrap(), |runtime| runtime).1.kernel.unwrap()
}

fn compare(book: &AnyBook, memory: u64, seeds: u64, limit: u64) -> Result<End, String> {
    compare_by(EngineKind::Compiled, book, memory, 1..=seeds, limit)
}

const SUM: &str = "@main = r & @sum ~ (8 (0 r))
    @sum = (?(((a a) @both) b) b)
    @both = ({c a} ({$([*2] $([+1] d)) $([*2] $([+0] b))} f))
        & @sum ~ (a (b $([+] $(e f)))) & @sum ~ (c (d e))";

#[test]
fn the_kernel_is_told() {
    assert!(matches!(kernel(SUM), Kernel::Compiled { .. }), "{:?}", kernel(SUM));
    let interpreted = on(&parse(SUM).unwrap(), |runtime| runtime.engine(EngineKind::Bag)).1;
    assert_eq!(interpreted.kernel, Some(Kernel::Interpreted { why: None }));
    let compiled = on(&parse(SUM).unwrap(), |runtime| runtime).1;
    assert_eq!(compiled.interactions(), interpreted.interactions());
    assert!(compiled.to_string().contains("kernel        compiled"), "{compiled}");
    assert!(compiled.to_json().contains("\"kernel\":\"compiled\""), "{}", compiled.to_json());
    // Most of it was done by functions.
    let fused = compiled.by_rule.of(polarnet::Rule::Fused);
    assert!(fused * 10 > compiled.interactions() * 9, "{compiled}");
    for (text, why) in [("@main = 7", "none of the book's"), ("@main = (a b) & (a b) ~ {c c}", "signs clash")] {
        match kernel(text) {
            Kernel::Interpreted { why: Some(said) } => assert!(said.contains(why), "{text}: {said}"),
            other => panic!("{text}: {other:?}"),
        }
    }
}

#[test]
fn programs_of_people() {
    for (name, text) in stock::programs() {
        let ended = compare(&parse(&text).unwrap(), MEMORY, 3, 20_000);
        println!("{name}: {:?}", ended.unwrap_or_else(|error| panic!("{name}: {error}")));
    }
}

#[test]
fn nets_in_files() {
    for (folder, ending) in [("../tests/nets", "hvm"), ("../tests/regressions", "net")] {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
        let mut paths: Vec<_> = fs::read_dir(folder).unwrap().flatten().map(|file| file.path()).collect();
        paths.retain(|path| path.extension().is_some_and(|it| it == ending));
        paths.sort();
        for path in paths {
            let book = Source::read(&path).unwrap().parse().book.unwrap();
            match compare(&book, 48 << 20, 1, 200_000) {
                Ok(End::Normal(_, interactions)) => println!("{}: {interactions}", path.display()),
                Ok(other) => println!("{}: {other:?}", path.display()),
                Err(error) => panic!("{}: {error}", path.display()),
            }
        }
    }
}

#[test]
fn random_programs() {
    let (ended, count) = (Cell::new(0), cases(20));
    try_all(count, programs::book, |book| {
        let text = book.to_string();
        if let End::Normal(..) = compare(&parse(&text)?, MEMORY, 3, 20_000)? {
            ended.set(ended.get() + 1);
        }
        Ok(())
    });
    assert_most(ended.get(), count);
    let ended = Cell::new(0);
    try_texts(
        count,
        |choices| agents::book(choices, Kind::Whole),
        |text| {
            if let End::Normal(..) = compare(&parse(text)?, MEMORY, 3, 20_000)? {
                ended.set(ended.get() + 1);
            }
            Ok(())
        },
    );
    assert_most(ended.get(), count);
}

#[test]
fn limits_hold() {
    // A tail call that has no end, and recursion that has none.
    let tail_call = "@main = r & @go ~ (0 r)  @go = ($([+1] b) r) & @go ~ (b r)";
    let recursion = "@main = r & @f ~ (1 r)  @f = ({a b} r) & @f ~ (a $([+] $(y r))) & @f ~ (b y)";
    for text in [tail_call, recursion] {
        let book = parse(text).unwrap();
        let (ended, stats) = on(&book, |runtime| runtime.max_interactions(20_000));
        assert!(matches!(ended, Err(ErrorKind::Interactions(20_000))), "{text}: {ended:?}");
        assert!(stats.interactions() > 20_000, "{stats}");
        assert!(matches!(stats.kernel, Some(Kernel::Compiled { .. })), "{stats}");
    }
    let (ended, stats) = on(&parse(recursion).unwrap(), |runtime| runtime);
    assert!(matches!(ended, Err(ErrorKind::Memory(_))), "{ended:?}");
    assert!(stats.interactions() > 10_000, "{stats}");
}

#[test]
fn faults_are_found() {
    let book = parse("@main = r & @by ~ (0 r)  @by = ($([/] $(7 r)) r)")
        .or_else(|_| parse("@main = r & @by ~ (0 r)  @by = ($([7/] r) r)"));
    let book = book.unwrap_or_else(|error| panic!("{error}"));
    let (ended, _) = on(&book, |runtime| runtime.strict(true));
    let (bag, _) = on(&book, |runtime| runtime.strict(true).engine(EngineKind::Bag));
    assert_eq!(format!("{ended:?}"), format!("{bag:?}"));
}
