//! The engines, side by side: `cargo bench -p benches`.
//!
//! Whole runs of small nets. Larger sizes beside other programs are in `record/`.

use divan::Bencher;
use polarnet::{EngineKind, Runtime, net};

fn main() {
    divan::main();
}

/// Plain cells, shared cells on one thread, on two.
const ENGINES: [(EngineKind, usize); 3] = [(EngineKind::Bag, 1), (EngineKind::Shared, 1), (EngineKind::Bag, 2)];

fn runtime(at: usize) -> Runtime {
    let (engine, threads) = ENGINES[at];
    Runtime::new().engine(engine).threads(threads)
}

/// The sum of a range, by divide and conquer: 6,291,438 interactions.
#[divan::bench(args = [0, 1, 2])]
fn sum_rec(bencher: Bencher<'_, '_>, engine: usize) {
    let book = net! {
        @main = r & @sum ~ (18 (0 r))
        @sum = (?(((a a) @both) b) b)
        @both = ({c a} ({$([*2] $([+1] d)) $([*2] $([+0] b))} f))
            & @sum ~ (a (b $([+] $(e f))))
            & @sum ~ (c (d e))
    };
    let runtime = runtime(engine);
    bencher.bench(|| runtime.run(&book).expect("no limit"));
}

/// A tree is built, then summed.
#[divan::bench(args = [0, 1, 2])]
fn sum_tree(bencher: Bencher<'_, '_>, engine: usize) {
    let book = net! {
        @main = r & @gen ~ (16 (0 t)) & @sum ~ (16 (t r))
        @gen = (?(((a a) @gen_n) b) b)
        @gen_n = ({a d} ({$([*2] $([+1] b)) $([*2] e)} (c f)))
            & @gen ~ (a (b c))
            & @gen ~ (d (e f))
        @sum = (?(((* 1) @sum_n) a) a)
        @sum_n = ({a c} ((b d) f))
            & @sum ~ (a (b $([+] $(e f))))
            & @sum ~ (c (d e))
    };
    let runtime = runtime(engine);
    bencher.bench(|| runtime.run(&book).expect("no limit"));
}

/// A tight loop in every leaf of a tree.
#[divan::bench(args = [0, 1, 2])]
fn stress(bencher: Bencher<'_, '_>, engine: usize) {
    let book = net! {
        @main = r & @fun ~ (6 r)
        @fun = (?((@leaf @fun_n) a) a)
        @leaf = a & @loop ~ (16384 a)
        @fun_n = ({a b} d) & @fun ~ (a $([+] $(c d))) & @fun ~ (b c)
        @loop = (?((0 @loop_n) a) a)
        @loop_n = a & @loop ~ a
    };
    let runtime = runtime(engine);
    bencher.bench(|| runtime.run(&book).expect("no limit"));
}
