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
