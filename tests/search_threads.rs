//! Search on several threads: the branches are those of one, under the same limits, and whoever stops taking them ends it.

#[path = "../examples/search/nets.rs"]
#[allow(dead_code, reason = "others use the rest")]
mod nets;
#[allow(dead_code, reason = "others use the rest")]
mod support;

use polarnet::{CancelToken, EngineKind, Error, ErrorKind, Runtime, lazy::Search, net, reader::Source};
use std::{
    cell::Cell,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::mpsc::channel,
    thread,
    time::Duration,
};
use support::{
    agents::{self, Kind},
    agree,
    choices::Choices,
    functions, programs, soup,
    tries::{cases, try_texts},
};

/// So many branches of a book of text, in the order of their texts; or why there are none.
fn search(text: &str, runtime: &Runtime, count: usize) -> Option<Result<Vec<String>, ErrorKind>> {
    let book = Source::new("the book", text).parse().book?;
    let take = |branches: &mut Search<'_, '_>| {
        branches.take(count).map(|branch| Ok(format!("{:#}", branch?))).collect::<Result<Vec<_>, Error>>()
    };
    let found = book.with(|book| runtime.search(book, take)).and_then(|found| found);
    Some(found.map_err(|error| error.kind).map(sorted))
}

/// One after the other.
fn collapse(text: &str, runtime: &Runtime) -> Option<Result<Vec<String>, ErrorKind>> {
    let book = Source::new("the book", text).parse().book?;
    let found = book.with(|book| {
        runtime
            .lazily(book, |net| net.collapse().map(|branch| Ok(format!("{:#}", branch?))).collect::<Result<_, Error>>())
    });
    Some(found.and_then(|found| found).map_err(|error| error.kind).map(sorted))
}

fn sorted(mut found: Vec<String>) -> Vec<String> {
    found.sort();
    found
}

fn runtime(threads: usize) -> Runtime {
    agree::runtime(EngineKind::Lazy, threads).max_interactions(3_000_000)
}

#[test]
fn the_same_on_any_threads() {
    let weights: Vec<u32> = (0..8).map(|at| 3 + at * at).collect();
    let clauses = nets::clauses(8, 24);
    for text in [
        "@main = 7".to_owned(),
        "@main = (&1{1 2} &2{3 &1{4 5}})".to_owned(),
        nets::subset_sum(&weights, 60, None),
        nets::satisfy(8, &clauses, None),
    ] {
        let expected = collapse(&text, &runtime(1)).unwrap().unwrap();
        for threads in [1, 2, 3, 8] {
            assert_eq!(search(&text, &runtime(threads), usize::MAX).unwrap().unwrap(), expected, "{threads}: {text}");
        }
    }
}

#[test]
fn random_books_have_the_same_branches() {
    let kinds: [fn(&mut Choices) -> String; 4] = [
        |c| soup::book(c).to_string(),
        |c| programs::book(c).to_string(),
        |c| agents::book(c, Kind::Whole),
        functions::book,
    ];
    let (compared, several) = (Cell::new(0), Cell::new(0));
    for generate in kinds {
        try_texts(cases(100), generate, |text| {
            let Some(Ok(expected)) = collapse(text, &runtime(1).max_interactions(2_000)) else { return Ok(()) };
            let found = search(text, &runtime(3), usize::MAX);
            if !matches!(&found, Some(Ok(found)) if *found == expected) {
                return Err(format!("expected {expected:?}\nfound {found:?}"));
            }
            compared.set(compared.get() + 1);
            several.set(several.get() + u32::from(expected.len() > 1));
            Ok(())
        });
    }
    println!("{} compared, {} of which have several branches", compared.get(), several.get());
    assert!(compared.get() > cases(100) && several.get() > cases(100) / 25, "{compared:?}, {several:?}");
}

/// What does not come to an end in a minute fails.
fn in_time<R: Send + 'static>(what: impl FnOnce() -> R + Send + 'static) -> R {
    let (sender, receiver) = channel();
    thread::spawn(move || sender.send(what()));
    receiver.recv_timeout(Duration::from_secs(60)).expect("an end")
}

/// `&1{7 …}`, where the rest has no end; and where it has branches without end.
const ENDLESS: &str = "@main = &1{7 l} & @loop ~ (0 l)  @loop = (a b) & @loop ~ (a b)";
const EVER: &str = "#![numbers(native)] @main = &2{s 42} & @x ~ (7 s)  @x = ({a b} &1{t a}) & @x ~ (b t)";

#[test]
fn whoever_has_enough_ends_it() {
    for text in [ENDLESS, EVER] {
        for threads in [1, 2, 4] {
            let found = in_time(move || search(text, &agree::runtime(EngineKind::Lazy, threads), 1).unwrap().unwrap());
            assert_eq!(found.len(), 1, "{text}");
        }
    }
}

#[test]
fn limits_end_all_threads() {
    for threads in [1, 2, 4] {
        let all = move |runtime: Runtime, text: &'static str| {
            in_time(move || search(text, &runtime, usize::MAX).unwrap().unwrap_err())
        };
        let fresh = || agree::runtime(EngineKind::Lazy, threads);
        for text in [ENDLESS, EVER] {
            let error = all(fresh().max_interactions(50_000), text);
            assert!(matches!(error, ErrorKind::Interactions(50_000)), "{error:?}");
            let error = all(fresh().timeout(Duration::from_millis(50)), text);
            assert!(matches!(error, ErrorKind::Timeout(_)), "{error:?}");
        }
        // A list that grows for ever.
        let list = "@main = &1{7 l} & @ones ~ l  @ones = (1 @ones)";
        let growing = "@main = &1{7 l} & @from ~ (0 l)  @from = ({a b} (a t)) & @from ~ (b t)";
        for text in [list, growing] {
            let error = all(fresh().max_memory(1 << 24), text);
            assert!(matches!(error, ErrorKind::Memory(memory) if memory == 1 << 24), "{error:?}");
        }
    }
}

#[test]
fn cancelled_from_outside() {
    for threads in [1, 3] {
        let token = CancelToken::new();
        let runtime = agree::runtime(EngineKind::Lazy, threads).cancel_with(token.clone());
        let cancel = thread::spawn(move || {
            thread::sleep(Duration::from_millis(30));
            token.cancel();
        });
        let found = in_time(move || search(ENDLESS, &runtime, usize::MAX));
        assert!(matches!(found, Some(Err(ErrorKind::Cancelled))), "{found:?}");
        cancel.join().unwrap();
    }
}

#[test]
fn a_panic_of_the_caller_ends_it() {
    in_time(|| {
        let book = Source::new("the book", ENDLESS).parse().book.unwrap();
        let runtime = agree::runtime(EngineKind::Lazy, 3);
        let caught = catch_unwind(AssertUnwindSafe(|| book.with(|book| runtime.search(book, |_| panic!("enough")))));
        assert!(caught.is_err());
    });
}

#[test]
fn a_panic_in_a_rule_is_an_error() {
    let found = in_time(|| {
        let book = net! {
            agent -Ask(-out);
            rule Ask(out) ~ #n: u32 where (#m: u32) = { if n == 3 { panic!("three") } else { n } } => out ~ #m;
            @main = r & Ask(r) ~ &1{1 &2{2 3}}
        };
        agree::runtime(EngineKind::Lazy, 2)
            .search(&book, |branches| branches.map(|branch| branch.map(|_| ())).collect::<Vec<_>>())
    });
    let found = found.unwrap();
    assert!(matches!(found.last(), Some(Err(error)) if matches!(error.kind, ErrorKind::Panic { .. })), "{found:?}");
}

#[test]
fn what_was_done_is_told() {
    let text = nets::subset_sum(&[3, 4, 7, 12, 19, 28], 30, None);
    let expected = collapse(&text, &runtime(1)).unwrap().unwrap().len();
    let book = Source::new("the book", text).parse().book.unwrap();
    let (found, stats) = book
        .with(|book| {
            runtime(2)
                .search(book, |branches| (branches.by_ref().filter(|found| found.is_ok()).count(), branches.stats()))
        })
        .unwrap();
    assert_eq!(found, expected);
    assert!(stats.interactions() > 100 && stats.peak_bytes > 0 && (1..=2).contains(&stats.threads), "{stats:?}");
}
