//! Lazy reduction: the same answers as eager reduction where that ends, after no more interactions, and answers where it does not.

#[allow(dead_code, reason = "others use the rest")]
mod support;

use polarnet::{CancelToken, Done, EngineKind, Error, ErrorKind, Runtime, Term, lazy::Lazy, reader::Source};
use std::{
    cell::Cell,
    path::{Path, PathBuf},
    time::Duration,
};
use support::{
    agents::{self, Kind},
    agree,
    choices::Choices,
    functions, programs, soup,
    tries::{Generator, cases, try_all, try_texts},
};

/// Lazy reduction of a book that ends gives the oracle's normal form, after no more interactions: how many of each there were.
fn agrees(text: &str, endless: u64) -> Result<Option<[u64; 2]>, String> {
    // Some random books have no signs that fit what their agents declare.
    let Some(book) = Source::new("the book", text).parse().book else { return Ok(None) };
    book.with(|book| {
        let mut counts = None;
        for expand in [false, true] {
            let eager = match agree::runtime(EngineKind::Oracle, 1).expand(expand).max_interactions(endless).run(book) {
                Ok(done) => done,
                Err(Error { kind: ErrorKind::Interactions(_) | ErrorKind::NoRule(_), .. }) => continue,
                Err(error) => return Err(format!("the oracle: {error}")),
            };
            let lazy = agree::runtime(EngineKind::Lazy, 1).expand(expand).max_interactions(2 * endless + 100).run(book);
            let lazy = lazy.map_err(|error| format!("lazy, expand {expand}: {error}"))?;
            let [took, may] = [&lazy, &eager].map(|done| done.stats.interactions());
            if lazy.normal != eager.normal || took > may {
                return Err(format!(
                    "expand {expand}: expected {eager}, {may} interactions\n  found {lazy}, {took} interactions"
                ));
            }
            counts.get_or_insert([took, may]);
        }
        Ok(counts)
    })
}

/// The property, on random books: the interactions of both.
fn agree_on(count: u32, generate: Generator, endless: u64) -> [u64; 2] {
    let sums = [Cell::new(0), Cell::new(0)];
    try_all(count, generate, |book| {
        for (sum, count) in sums.iter().zip(agrees(&book.to_string(), endless)?.unwrap_or_default()) {
            sum.set(sum.get() + count);
        }
        Ok(())
    });
    let sums = sums.map(Cell::into_inner);
    println!("lazy, eager: {sums:?}");
    sums
}

#[test]
fn random_nets_agree() {
    let [lazy, eager] = agree_on(cases(1500), soup::book, 2_000);
    assert!(lazy < eager);
}

#[test]
fn random_programs_agree() {
    let [lazy, eager] = agree_on(cases(400), programs::book, 20_000);
    assert!(lazy < eager);
}

#[test]
fn random_agents_agree() {
    let kinds: [fn(&mut Choices) -> String; 3] =
        [|c| agents::book(c, Kind::Whole), |c| agents::book(c, Kind::Unpolarized), functions::book];
    for generate in kinds {
        try_texts(cases(300), generate, |text| agrees(text, 3_000).map(|_| ()));
    }
}

/// Nets of this repository, and those that others wrote: `../shared/nets`, where it is there.
fn nets() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut nets = Vec::new();
    for folder in ["tests/nets", "../shared/nets"] {
        match std::fs::read_dir(root.join(folder)) {
            Ok(files) => nets.extend(files.flatten().map(|file| file.path())),
            Err(_) => println!("skipped: there is no folder {folder} here"),
        }
    }
    nets.retain(|path| path.extension().is_some_and(|ending| ending == "hvm"));
    nets.sort();
    nets
}

#[test]
fn nets_in_files_agree() {
    // Larger nets are for release builds.
    let small = if cfg!(debug_assertions) { 200_000 } else { 20_000_000 };
    let mut compared = 0;
    for path in nets() {
        let name = path.file_name().unwrap().display();
        let book = Source::read(&path).unwrap().parse().book.unwrap();
        book.with(|book| {
            let runtime = |engine| Runtime::new().engine(engine).threads(1).max_memory(1 << 32);
            let eager = match runtime(EngineKind::Bag).max_interactions(small).run(book) {
                Ok(done) => done,
                Err(Error { kind: ErrorKind::Interactions(_), .. }) => return println!("{name}: skipped, it is large"),
                Err(error) => panic!("{name}: {error}"),
            };
            let lazy = runtime(EngineKind::Lazy).run(book).unwrap_or_else(|error| panic!("{name}: {error}"));
            assert_eq!(lazy.normal, eager.normal, "{name}");
            let [took, may] = [&lazy, &eager].map(|done| done.stats.interactions());
            println!("{name}: {took} interactions, eagerly {may}");
            assert!(took <= may, "{name}: {took} interactions, eagerly {may}");
            // Where signs clash, a look at it is refused.
            let head = runtime(EngineKind::Lazy).whnf(book);
            match polarnet_lower::is_polarized(book) {
                true => assert!(head.is_ok(), "{name}: {head:?}"),
                false => assert!(matches!(head, Err(Error { kind: ErrorKind::Unpolarized, .. })), "{name}: {head:?}"),
            }
            compared += 1;
        });
    }
    assert!(compared >= 4, "{compared} nets");
}

/// A book of text, looked at lazily.
fn lazily<R>(text: &str, look: impl FnOnce(&mut Lazy<'_>) -> Result<R, Error>) -> R {
    let source = Source::new("the book", text);
    let parsed = source.parse();
    let book = parsed.book.unwrap_or_else(|| panic!("{}", source.render(&parsed.diagnostics, false)));
    book.with(|book| agree::runtime(EngineKind::Lazy, 1).lazily(book, look)).unwrap().unwrap()
}

fn run(engine: EngineKind, text: &str) -> Result<Done, Error> {
    let book = Source::new("the book", text).parse().book.unwrap();
    book.with(|book| agree::runtime(engine, 1).max_interactions(1_000_000).run(book))
}

/// Bytes by which the peaks of two runs may differ.
const PAGE: u64 = 1 << 12;

const NATURALS: &str = "
    #![numbers(native)]
    @main = l & @from ~ (0 l)
    @from = ({a $([+1] b)} (a t)) & @from ~ (b t)";

#[test]
fn the_first_of_the_naturals() {
    let (taken, stats) = lazily(NATURALS, |net| {
        let taken = net.items::<u32>().take(20).collect::<Result<Vec<_>, _>>()?;
        Ok((taken, net.stats()))
    });
    assert_eq!(taken, (0..20).collect::<Vec<_>>());
    assert!(stats.interactions() <= 100, "{stats}");
    // Nothing else has an end there.
    assert!(matches!(run(EngineKind::Bag, NATURALS), Err(Error { kind: ErrorKind::Interactions(_), .. })));
    assert!(matches!(run(EngineKind::Lazy, NATURALS), Err(Error { kind: ErrorKind::Interactions(_), .. })));
}

/// The sieve, with agents: `Strike(p)` lets through what `p` does not divide.
const PRIMES: &str = "
    #![numbers(native)]
    agent +Nil, +Cons(+head, +tail);
    agent -Sieve(-out), -First(+tail, -out), -Strike(#p: u32, -out), -Test(+tail, #p: u32, -out), -From(-out);
    rule Sieve(out) ~ Nil => out ~ Nil;
    rule Sieve(out) ~ Cons(h, t) => First(t, out) ~ h;
    rule First(t, out) ~ #n: u32 => out ~ Cons(#(n), s) & Strike(#(n), k) ~ t & Sieve(s) ~ k;
    rule Strike(#p, out) ~ Nil => out ~ Nil;
    rule Strike(#p, out) ~ Cons(h, t) => Test(t, #(p), out) ~ h;
    rule Test(t, #p, out) ~ #n: u32 if n % p == 0 => Strike(#(p), out) ~ t;
    rule Test(t, #p, out) ~ #n: u32 => out ~ Cons(#(n), s) & Strike(#(p), s) ~ t;
    rule From(out) ~ #n: u32 => out ~ Cons(#(n), t) & From(t) ~ #(n + 1);
    @main = r & From(l) ~ 2 & Sieve(r) ~ l";

#[test]
fn the_first_of_the_primes() {
    let taken = lazily(PRIMES, |net| net.items::<u32>().take(20).collect::<Result<Vec<_>, _>>());
    assert_eq!(taken, [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71]);
}

#[test]
fn a_diverging_argument_that_is_not_used_is_not_reduced() {
    for (text, found) in [
        // K 7 (loop)
        ("@main = r & @k ~ (7 (l r)) & @loop ~ (0 l)  @k = (a (* a))  @loop = (a b) & @loop ~ (a b)", "7"),
        // The other arm of a switch on 0, and on 1.
        ("@main = r & 0 ~ ?((3 (* l)) r) & @loop ~ (0 l)  @loop = (a b) & @loop ~ (a b)", "3"),
        ("@main = r & 1 ~ ?((l (* 5)) r) & @loop ~ (0 l)  @loop = (a b) & @loop ~ (a b)", "5"),
        // The second part of a pair.
        ("@main = a & @p ~ (a *)  @p = (1 l) & @loop ~ (0 l)  @loop = (a b) & @loop ~ (a b)", "1"),
    ] {
        let lazy = run(EngineKind::Lazy, text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(lazy.to_string(), found, "{text}");
        assert!(lazy.stats.interactions() < 20, "{text}: {}", lazy.stats);
        assert!(run(EngineKind::Bag, text).is_err(), "{text}");
    }
}

/// Elements looked at, one after the other: the most memory that was taken.
fn peak_of_a_stream(count: usize) -> u64 {
    lazily(NATURALS, |net| {
        let mut sum = 0_u64;
        for item in net.items::<u32>().take(count) {
            sum += u64::from(item?);
        }
        assert_eq!(sum, (count as u64 - 1) * count as u64 / 2);
        Ok(net.stats().peak_bytes)
    })
}

/// Memory does not grow.
#[test]
fn a_stream_takes_constant_memory() {
    let [few, many] = [1000, 100_000].map(peak_of_a_stream);
    assert!(many < few + PAGE, "{many} bytes, not {few}");
}

#[test]
#[ignore = "takes half a minute in a debug build"]
fn ten_million_elements_take_constant_memory() {
    let [few, many] = [1000, 10_000_000].map(peak_of_a_stream);
    println!("peak of 1000 elements: {few} bytes, of 10000000: {many}");
    assert!(many < few + PAGE, "{many} bytes, not {few}");
}

/// Each element comes with work that nobody needs: it is given back.
#[test]
fn what_nobody_needs_takes_no_memory() {
    // Pairs (n, squares from n on): only the first part is looked at.
    let text = "
        #![numbers(native)]
        @main = l & @from ~ (0 l)
        @from = ({{a c} $([+1] b)} ((a s) t)) & @from ~ (b t) & @from ~ (c s)";
    let count = if cfg!(debug_assertions) { 100_000 } else { 1_000_000 };
    let [few, many] = [1000, count].map(|count| {
        lazily(text, |net| {
            let mut list = net.root();
            for n in 0..count {
                let [element, tail] = <[_; 2]>::try_from(net.whnf(list)?.ports).unwrap();
                let [first, second] = <[_; 2]>::try_from(net.whnf(element)?.ports).unwrap();
                assert_eq!(net.value::<u32>(first)?, n);
                net.drop(second)?;
                list = tail;
            }
            Ok(net.stats().peak_bytes)
        })
    });
    assert!(many < few + PAGE, "{many} bytes, not {few}");
}

/// What waits for an opened lambda's argument waits for ever; not so what stands there when the lambda is gone.
#[test]
fn cells_of_opened_lambdas_are_forgotten_with_them() {
    for count in 1..8 {
        // `x` is bound by a lambda that is no part of the result. It stands where one of those was that were opened.
        let lambdas: String = (0..count).map(|at| format!("((a{at} a{at}) ")).collect();
        let lambdas = lambdas + "@f" + &")".repeat(count);
        let text = format!("#![numbers(native)] @main = {lambdas}  @f = (x r) & @g ~ ((x 1) r)  @g = ((7 r) r)");
        let found = lazily(&text, |net| {
            let mut rest = net.root();
            for _ in 0..count {
                let [lambda, tail] = <[_; 2]>::try_from(net.whnf(rest)?.ports).unwrap();
                for part in net.whnf(lambda)?.ports {
                    net.drop(part)?;
                }
                rest = tail;
            }
            let [x, _] = <[_; 2]>::try_from(net.whnf(rest)?.ports).unwrap();
            let head = net.whnf(x)?;
            Ok(head.term)
        });
        assert!(matches!(found, Term::Num(_)), "{count} lambdas: {found:?}");
    }
}

#[test]
fn limits_and_cancellation_stop_lazy_runs() {
    let book = Source::new("the book", NATURALS).parse().book.unwrap();
    let end = |runtime: Runtime| {
        let error = book.with(|book| runtime.lazily(book, |net| net.items::<u32>().find_map(Result::err))).unwrap();
        error.expect("it has no end")
    };
    let runtime = || agree::runtime(EngineKind::Lazy, 1);
    let error = end(runtime().max_interactions(1000));
    assert!(matches!(error.kind, ErrorKind::Interactions(1000)) && error.stats.interactions() >= 1000, "{error}");
    assert!(matches!(end(runtime().timeout(Duration::from_millis(20))).kind, ErrorKind::Timeout(_)));
    let token = CancelToken::new();
    token.cancel();
    assert!(matches!(end(runtime().cancel_with(token)).kind, ErrorKind::Cancelled));
    // The normal form of a list without end does not fit into memory.
    let error = book.with(|book| runtime().max_memory(1 << 20).run(book)).unwrap_err();
    assert!(matches!(error.kind, ErrorKind::Memory(_)), "{error}");
}

#[test]
fn where_signs_clash_nothing_is_lazy() {
    let book = Source::new("the book", "#![unpolarized]\n@main = (a a) & (b b) ~ (c c)").parse().book.unwrap();
    let done = book.with(|book| agree::runtime(EngineKind::Lazy, 1).run(book)).unwrap();
    assert_eq!(done.to_string(), "(x0 x0)");
}

/// A sum with an accumulator: what it is, and the most memory that was taken.
fn sum_to(count: u32, add: &str) -> (u32, u64) {
    let text = format!(
        "#![numbers(native)]
        term @main = @sum({count}, 0)
        term @sum = |n| |acc| match n {{ 0 => acc, p + 1 => @sum(p, {add}) }}
        term @add = |a| |b| a + b"
    );
    lazily(&text, |net| {
        let root = net.root();
        Ok((net.value(root)?, net.stats().peak_bytes))
    })
}

/// An accumulator is computed as it goes, though nobody needs it before the end.
#[test]
fn an_accumulator_takes_constant_memory() {
    let count = if cfg!(debug_assertions) { 100_000 } else { 1_000_000 };
    for add in ["acc + p + 1", "p + acc * 3 - acc - acc + 1"] {
        let [(_, few), (sum, many)] = [1000, count].map(|count| sum_to(count, add));
        let expected = (1..=u64::from(count)).sum::<u64>() as u32;
        assert_eq!(sum, expected);
        assert!(many < few + PAGE, "{many} bytes, not {few}");
    }
}

/// Calls wait until they are needed, for they may have no end; passes put what small ones do in their place.
#[test]
fn an_accumulator_that_calls_takes_memory() {
    let [(_, few), (_, many)] = [1000, 10_000].map(|count| sum_to(count, "@add(acc, p)"));
    assert!(many > few + 10 * PAGE, "{many} bytes after {few}");
}

/// What is computed early must not fail where nobody needs it.
#[test]
fn early_numbers_do_no_harm() {
    for (text, found) in [
        // An argument that diverges, beside an operator that waits for it.
        ("term @main = @count(5, 1)  term @count = |n| |x| match n { 0 => 7, p + 1 => @count(p, x + @loop(p)) }", "7"),
        // 1 / 0, as it is, and as an argument that comes later.
        ("term @main = @k(7, 1 / 0)  term @k = |a| |b| a", "7"),
        ("term @main = @k(7, 2)  term @k = |a| |b| let c = b - 2; let d = 1 / c; (a, @first(3, d))", "(7 3)"),
        ("term @main = let c = 5 - 5; @first(4, 1 % c)", "4"),
    ] {
        let text = format!("#![numbers(native)] {text}  term @loop = |n| @loop(n)  term @first = |a| |b| a");
        let book = Source::new("the book", text.as_str()).parse().book.unwrap();
        let lazy = agree::runtime(EngineKind::Lazy, 1).strict(true).max_interactions(1000);
        let done = book.with(|book| lazy.run(book)).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(done.to_string(), found, "{text}");
    }
    // What is needed does fail.
    let book = Source::new("the book", "#![numbers(native)] term @main = 1 / 0").parse().book.unwrap();
    let error = book.with(|book| agree::runtime(EngineKind::Lazy, 1).strict(true).run(book)).unwrap_err();
    assert!(matches!(error.kind, ErrorKind::Arithmetic(_)), "{error}");
}
