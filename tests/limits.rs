//! Runs that are stopped, and runs that end just before.

use polarnet::{EngineKind, ErrorKind, Number, Numbers, Runtime, net, show};

fn runtimes() -> impl Iterator<Item = Runtime> {
    let bags = [1, 2, 4].map(|threads| Runtime::new().threads(threads));
    bags.into_iter().chain([Runtime::new().engine(EngineKind::Oracle)])
}

/// And direct style, of which one call may do all.
fn with_direct() -> impl Iterator<Item = Runtime> {
    runtimes().chain([1, 2, 4].map(|threads| Runtime::new().engine(EngineKind::Direct).threads(threads)))
}

#[test]
fn expansion_costs_nothing_where_there_is_nothing_to_expand() {
    let book = net! { @main = r & @f ~ (1 r)  @f = ($([+1] x) x) };
    for runtime in with_direct() {
        let needed = runtime.run(&book).unwrap().stats.interactions();
        let exact = runtime.clone().max_interactions(needed).expand(true).run(&book);
        assert_eq!(exact.unwrap().to_string(), "2");
        let error = runtime.max_interactions(needed - 1).expand(true).run(&book).unwrap_err();
        assert!(matches!(error.kind, ErrorKind::Interactions(_)), "{error}");
    }
}

#[test]
fn more_arguments_than_memory() {
    let book = net! { @main = (* 1) };
    let main = book.main().unwrap();
    for runtime in with_direct() {
        for memory in [1 << 12, 1 << 13, 1 << 16] {
            match runtime.clone().max_memory(memory).call(&book, main, &[Number::u(7, Numbers::Native); 20_000]) {
                Err(error) => assert!(matches!(error.kind, ErrorKind::Memory(_)), "{error}"),
                Ok(done) => panic!("{done} in {memory} bytes"),
            }
        }
    }
}

#[test]
fn there_is_no_heap_to_show_without_main() {
    assert_eq!(show::heap(&net! { @f = 1 }), None);
    assert!(show::heap(&net! { @main = 1 }).unwrap().contains("NODE"));
}

/// However little memory there is: a result or an error.
#[test]
fn hardly_any_memory() {
    let book = net! {
        @main = r & @f ~ (10 r)
        @f = (?((0 @g) r) r)
        @g = ({a b} (x y)) & @f ~ (a x) & @f ~ (b y)
    };
    for runtime in with_direct() {
        for memory in (0..1600).step_by(8).chain((1600..16_000).step_by(800)) {
            match runtime.clone().max_memory(memory).run(&book) {
                Err(error) => assert!(matches!(error.kind, ErrorKind::Memory(_)), "{error}"),
                Ok(done) => panic!("a tree of a thousand leaves in {memory} bytes: {done}"),
            }
        }
    }
}

/// At the end of a run progress is what was done: of functions, of rules compiled or not, on any number of threads, however few or
/// many interactions there were.
#[test]
fn progress_is_what_was_done() {
    net! {
        book Counting {
            agent -Sum(-out), -Deep(-out), -Plus(+b, -out), -Add(#n: u32, -out), -Slow(-out);
            rule Sum(out) ~ #n if n < 2 => out ~ #n;
            rule Sum(out) ~ #n => Sum(r) ~ #(n / 2) & Sum(s) ~ #(n - n / 2) & Plus(s, out) ~ r;
            rule Plus(b, out) ~ #a => Add(#a, out) ~ b;
            rule Add(#a, out) ~ #b => out ~ #(a + b);
            rule Slow(out) ~ #n where () = {} => out ~ #n;
            rule Deep(out) ~ #n if n == 0 => out ~ 0;
            rule Deep(out) ~ #n => Deep(r) ~ #(n - 1) & Add(#n, out) ~ r;
            @deep(n: u32) -> u32 = (n r) & Deep(r) ~ n
            @agents(n: u32) -> u32 = (n r) & Slow(m) ~ n & Sum(s) ~ m & Slow(r) ~ s
            @agents_alone(n: u32) -> u32 = (n r) & Sum(r) ~ n
            @sum(n: u32) -> u32 = (?((0 @add) r) r)
            @add = ({n k} r) & @sum ~ (n s) & s ~ $([+] $(k r))
            @less(n: u32) -> u32 = (?((0 @take) r) r)
            @take = ({n k} r) & @less ~ (n s) & s ~ $([-] $(k r))
        }
    }
    let book = Counting::book();
    let engines = [EngineKind::Compiled, EngineKind::Direct, EngineKind::Bag, EngineKind::Lazy, EngineKind::Oracle];
    for (engine, threads) in engines.into_iter().flat_map(|engine| [1, 2].map(|threads| (engine, threads))) {
        for n in [1, 10, 1_000, 6_000, 30_000] {
            let runtime = Runtime::new().engine(engine).threads(threads);
            for name in ["agents", "agents_alone", "deep", "sum", "less"] {
                let progress = runtime.progress();
                let before = progress.interactions();
                let def = book.defs().find(|&def| book.names()[def] == name).unwrap();
                let done = runtime.call(book, def, &[Number::u(n, Numbers::Native)]).unwrap();
                let told = progress.interactions() - before;
                assert_eq!(told, done.stats.interactions(), "@{name} of {n}, {engine:?}, {threads} threads");
            }
        }
    }
}
