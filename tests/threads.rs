//! The feature `threads`. `cargo test --test threads --no-default-features` has it off.

use polarnet::{EngineKind, ErrorKind, Number, Numbers, Runtime, net};

#[test]
fn without_the_feature_a_run_has_one_thread() {
    let book = net! { @main = r & 1 ~ $([+1] r) };
    for runtime in [Runtime::new().threads(0), Runtime::new().threads(2)] {
        let threads = runtime.run(&book).unwrap().stats.threads;
        assert!(threads == 1 || cfg!(feature = "threads"), "{threads} threads");
    }
    let two = Runtime::new().threads(2).run(&book).unwrap().stats.threads;
    assert_eq!(two, if cfg!(feature = "threads") { 2 } else { 1 });
}

/// What a thread keeps for its next run may be gone by then.
#[test]
fn a_run_while_a_thread_ends() {
    use std::{cell::RefCell, sync::mpsc};

    struct AtTheEnd(mpsc::Sender<u32>);
    impl Drop for AtTheEnd {
        fn drop(&mut self) {
            let value = Runtime::new().run(&net! { @main = r & 41 ~ $([+1] r) }).and_then(|done| done.value::<u32>());
            let _ = self.0.send(value.unwrap_or(0));
        }
    }
    thread_local! {
        static LATE: RefCell<Option<AtTheEnd>> = const { RefCell::new(None) };
    }
    for runs_before in [false, true] {
        let (sender, receiver) = mpsc::channel();
        let thread = std::thread::spawn(move || {
            // It comes first, so that it is dropped last.
            LATE.set(Some(AtTheEnd(sender)));
            if runs_before {
                Runtime::new().run(&net! { @main = r & 1 ~ $([+1] r) }).unwrap();
            }
        });
        thread.join().unwrap();
        assert_eq!(receiver.recv(), Ok(42), "{runs_before}");
    }
}

net! {
    /// A tree of calls to Rust, and a chain of Church numerals, of which each is in the other's way.
    pub book Rust {
        agent -Tree(#value: u32, -out), -Seen(-out), -Add(+b, -out), -AddTo(#a: u32, -out);
        rule Tree(#value, out) ~ #depth if depth == 0 => Seen(out) ~ #value;
        rule Tree(#value, out) ~ #depth =>
            Tree(#(2 * value), a) ~ #(depth - 1) & Tree(#(2 * value + 1), b) ~ #(depth - 1) & Add(b, out) ~ a;
        rule Seen(out) ~ #n where #m = { std::hint::black_box(n); n } => out ~ #m;
        rule Add(b, out) ~ #a => AddTo(#a, out) ~ b;
        rule AddTo(#a, out) ~ #b => out ~ #(a + b);
        @go(n: u32) -> u32 = ({n k} r) & Tree(0, $([+] $(s r))) ~ n & @numeral ~ (k (@two (@add_one (0 s))))
        @numeral = (?((@zero @succ) r) r)
        @zero = (* (x x))
        @succ = (n (&1{(s r) f} (x r))) & @numeral ~ (n (f (x s)))
        @two = (&2{(x y) (y z)} (x z))
        @add_one = ($([+1] r) r)
    }
}

/// A worker that comes to Rust gives away what else it has, first. What is found about sharing must not keep it from that: it would try in vain, for long.
#[test]
fn rust_beside_a_chain() {
    let (book, go) = (Rust::book(), Rust::book().find("go").unwrap());
    let run = |engine, threads, limit| {
        let runtime = Runtime::new().engine(engine).threads(threads).max_interactions(limit);
        runtime.call(book, go, &[Number::u(6, Numbers::Native)])
    };
    let total = run(EngineKind::Bag, 1, u64::MAX).unwrap().stats.interactions();
    for engine in [EngineKind::Bag, EngineKind::Compiled] {
        for threads in [2, 3, 8] {
            for round in 0..if cfg!(miri) { 2 } else { 100 } {
                let done = run(engine, threads, u64::MAX).unwrap();
                assert_eq!((done.value::<u32>().unwrap(), done.stats.interactions()), (2016 + 64, total));
                let limit = 1 + total * round / 100;
                match run(engine, threads, limit.min(total - 1)) {
                    Err(error) => assert!(matches!(error.kind, ErrorKind::Interactions(_)), "{error}"),
                    Ok(_) => panic!("more than {limit} interactions"),
                }
            }
        }
    }
}
