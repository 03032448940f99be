//! Books of `include_net!` are those of `net!`, and give what the file gives that is read while the program runs.

use polarnet::{AnyBook, Done, EngineKind, Numbers, Rule, Runtime, include_net, net, reader::Source};

/// The normal form and the number of interactions of the book are those of the file, on 1 and 2 threads.
#[track_caller]
fn as_the_file(book: impl Into<AnyBook>, file: &str) -> Done {
    let path = format!("{}/tests/{file}", env!("CARGO_MANIFEST_DIR"));
    let read = Source::read(path).unwrap().parse().book.unwrap();
    let of = |done: &Done| (done.normal.clone(), done.stats.interactions());
    let bag = read.with(|book| Runtime::new().engine(EngineKind::Bag).threads(1).run(book)).unwrap();
    let included = book.into();
    assert_eq!(included.with(|book| book.to_string()), read.with(|book| book.to_string()));
    for threads in [1, 2] {
        let done = included.with(|book| Runtime::new().threads(threads).run(book)).unwrap();
        assert_eq!(of(&done), of(&bag), "{threads} threads");
    }
    included.with(|book| Runtime::new().threads(1).run(book)).unwrap()
}

#[test]
fn definitions_are_compiled() {
    let book = include_net!("nets/sum.hvm");
    assert!(book.functions().is_some());
    let done = as_the_file(book, "nets/sum.hvm");
    assert_eq!(done.value::<u32>().unwrap(), 523_776);
    assert!(done.stats.by_rule.of(Rule::Fused) > 0);
}

#[test]
fn rules_are_compiled() {
    let book = include_net!("nets/append.hvm");
    assert!(book.functions().is_some());
    let done = as_the_file(book, "nets/append.hvm");
    assert_eq!(done.to_string(), "(Cons(1, Cons(2, Cons(3, Nil))) 3)");
}

/// As anywhere else, files that do not say otherwise have HVM2's numbers, and its names.
#[test]
fn hvm2() {
    let book = include_net!("nets/hvm2.hvm");
    assert_eq!(book.numbers(), Numbers::Hvm24);
    assert_eq!(as_the_file(book, "nets/hvm2.hvm").to_string(), "(144 (1 0.30000305))");
}

/// What can be said in the file can be said beside its name.
#[test]
fn attributes() {
    let book = include_net!(#![numbers(native)] "nets/hvm2.hvm");
    assert_eq!(Runtime::new().run(&book).unwrap().to_string(), "(144 (16777217 0.3))");
    let book = include_net!(#![unpolarized] #![crate(::polarnet)] "nets/clash.hvm");
    as_the_file(book, "nets/clash.hvm");
    let book = include_net!(#![passes(prune)] "nets/math.hvm");
    assert_eq!(book.defs().count(), 2);
}

mod math {
    polarnet::include_net! {
        /// A book.
        #[derive(PartialEq)]
        pub book Math { #![passes(prune)] "nets/math.hvm" }
    }
}

#[test]
fn as_an_item() {
    let runtime = Runtime::new();
    assert_eq!(math::Math::twice(&runtime, 21).unwrap(), 42);
    assert_eq!(math::Math::both(&runtime, -7, 0.5).unwrap(), (0.5, -7));
    assert_eq!(math::Math::run(&runtime).unwrap().to_string(), "8");
    assert_eq!(math::Math::book().defs().count(), 3);
}

#[test]
fn it_is_the_same_book() {
    let inline = net! {
        @main = r & @sum ~ (10 (0 r))
        @sum = (?(((a a) @succ) b) b)
        @succ = ({c a} ({$([*2] $([+1] d)) $([*2] $([+0] b))} f))
            & @sum ~ (a (b $([+] $(e f))))
            & @sum ~ (c (d e))
    };
    assert_eq!(include_net!("nets/sum.hvm").to_string(), inline.to_string());
    let run = |book: AnyBook| book.with(|book| Runtime::new().threads(1).run(book)).unwrap().stats;
    assert_eq!(run(include_net!("nets/sum.hvm").into()).by_rule, run(inline.into()).by_rule);
}

/// The path may come from a macro: it is relative to where it is written.
#[test]
fn in_macro_rules() {
    macro_rules! run {
        ($($path:literal),*) => { [$(Runtime::new().run(&include_net!($path)).unwrap().to_string()),*] };
    }
    assert_eq!(run!("nets/sum.hvm", r"nets/../nets/hvm2.hvm")[0], "523776");
}
