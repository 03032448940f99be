use super::*;
use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    thread,
};

static TWO: Site = Site::new("two", file!(), line!(), column!(), &["a", "b"]);
static OTHER: Site = Site::new("other", file!(), line!(), column!(), &["a", "b"]);
static AROUND: Site = Site::new("around", file!(), line!(), column!(), &["around"]);

/// Every combination of what `f` calls, with what each of them gives.
fn combinations<R: PartialEq>(f: impl Fn() -> R) -> Report {
    Scratch::new().explorer("combinations").run_by(|_, _| true, f).unwrap()
}

/// Choices in which these sites, called one after the other, have the second member.
fn second(f: impl Fn() -> usize) -> Choices {
    let report = combinations(f);
    report.rows.iter().find(|row| members(&row.choices).iter().all(|&m| m == "b")).unwrap().choices.clone()
}

#[test]
fn four_sixteen_and_256() {
    let (a, b) = data([300, 200], 1);
    for (f, choices, combinations) in [(select_sum as fn(&[i64], &[i64]) -> i64, 1, 4), (foo, 2, 16), (bar, 4, 256)] {
        let file = Scratch::new();
        let report = file.explorer("select_sum").run(|| f(&a, &b)).unwrap();
        assert_eq!((report.best.len(), report.rows.len(), report.all), (choices, combinations, true));
        let mut different: Vec<_> = report.rows.iter().map(|row| members(&row.choices)).collect();
        different.sort_unstable();
        different.dedup();
        assert_eq!(different.len(), combinations);
    }
}

#[test]
fn the_first_member_is_called_unless_told() {
    assert_eq!(at(&TWO, |member| member), 0);
    let b = second(|| at(&TWO, |member| member));
    assert_eq!(with(&b, || at(&TWO, |member| member)), 1);
    assert_eq!(with(&b, || at(&OTHER, |member| member)), 0, "another choice");
    assert_eq!(with(&b, || at(&AROUND, |_| at(&TWO, |member| member))), 0, "another path");
    assert_eq!(at(&TWO, |member| member), 0);
}

#[test]
fn choices_within_choices_are_their_own() {
    let b = second(|| at(&TWO, |member| member));
    let inner = with(&b, || at(&AROUND, |_| with(&b, || at(&TWO, |member| member))));
    assert_eq!(inner, 1, "its path begins at `with`");
    let outer = with(&b, || {
        with(&Choices::default(), || at(&TWO, |_| ()));
        at(&TWO, |member| member)
    });
    assert_eq!(outer, 1);
}

#[test]
fn choices_that_only_some_members_have_are_tried_there() {
    let report = combinations(|| {
        at(&TWO, |member| match member {
            0 => 0,
            _ => {
                static THREE: Site = Site::new("three", file!(), line!(), column!(), &["x", "y", "z"]);
                at(&THREE, |member| 1 + member)
            }
        })
    });
    let mut all: Vec<_> = report.rows.iter().map(|row| members(&row.choices)).collect();
    all.sort();
    assert_eq!(all, [vec!["a"], vec!["b", "x"], vec!["b", "y"], vec!["b", "z"]]);
}

/// Calls itself within its site.
fn countdown(n: usize, called: &Cell<[usize; 2]>) -> usize {
    at(&TWO, |member| {
        let mut counts = called.get();
        counts[member] += 1;
        called.set(counts);
        if n == 0 { 0 } else { 1 + countdown(n - 1, called) }
    })
}

#[test]
fn recursion_is_one_choice() {
    let called = Cell::new([0, 0]);
    let report = combinations(|| countdown(20, &called));
    assert_eq!((report.best.len(), report.rows.len()), (1, 2));
    let b = second(|| countdown(3, &called));
    called.set([0, 0]);
    with(&b, || countdown(20, &called));
    assert_eq!(called.get(), [0, 21], "the same member at each depth");
}

/// Two functions that call each other; `inner` also has a choice after the call.
fn outer(n: usize) -> usize {
    at(&TWO, |member| member + if n == 0 { 0 } else { inner(n - 1) })
}

fn inner(n: usize) -> usize {
    static AFTER: Site = Site::new("after", file!(), line!(), column!(), &["a", "b"]);
    at(&OTHER, |member| {
        let below = outer(n);
        member + below + at(&AFTER, |member| member)
    })
}

#[test]
fn mutual_recursion_is_as_many_choices_as_paths_without_circles() {
    let report = combinations(|| outer(10));
    let paths: Vec<usize> = report.best.iter().map(|choice| choice.path().len()).collect();
    assert_eq!(paths, [1, 2, 3]);
    assert_eq!(report.rows.len(), 8);
    // The path is what it was, after the recursion: each call of `inner` makes its three choices.
    assert_eq!(with(&second(|| outer(10)), || outer(10)), 11 + 10 + 10);
}

#[test]
fn a_panic_restores_the_path() {
    let b = second(|| at(&TWO, |member| member));
    let panic = |f: &dyn Fn()| assert!(catch_unwind(AssertUnwindSafe(f)).is_err());
    with(&b, || {
        panic(&|| at(&AROUND, |_| at(&OTHER, |_| panic!("within two sites"))));
        assert_eq!(at(&TWO, |member| member), 1, "the path is empty again");
        at(&TWO, |_| {
            at(&OTHER, |_| panic(&|| at(&TWO, |_| panic!("where the path was cut off"))));
        });
        assert_eq!(at(&TWO, |member| member), 1);
    });
    panic(&|| with(&b, || at(&TWO, |_| panic!("within choices"))));
    assert_eq!(at(&TWO, |member| member), 0, "there are no choices again");

    let file = Scratch::new();
    panic(&|| {
        let _ = file.explorer("panic").run(|| at(&TWO, |member| assert_eq!(member, 0)));
    });
    assert_eq!(at(&TWO, |member| member), 0);
    assert!(!file.file().exists(), "there is no winner");
}

#[test]
fn other_threads_have_the_default_choices() {
    static SITE: Site = Site::new("default", file!(), line!(), column!(), &["a", "b"]);
    fn here() -> usize {
        at(&SITE, |member| member)
    }
    let there = || thread::spawn(here).join().unwrap();
    let b = second(here);
    assert_eq!(with(&b, there), 0);
    assert_eq!((here(), there()), (0, 0));
    b.set_default();
    assert_eq!((here(), there()), (1, 1));
    assert_eq!(at(&AROUND, |_| here()), 0, "another path");
    assert_eq!(with(&Choices::default(), here), 0, "choices of its own");
    Choices::default().set_default();
    assert_eq!((here(), there()), (0, 0));
}

#[test]
fn a_path_depends_on_all_that_a_site_is() {
    let site = |name, file, line, column, members| Site::new(name, file, line, column, members);
    let sites = [
        site("f", "x.rs", 1, 2, &["a", "b"]),
        site("g", "x.rs", 1, 2, &["a", "b"]),
        site("f", "y.rs", 1, 2, &["a", "b"]),
        site("f", "x.rs", 2, 2, &["a", "b"]),
        site("f", "x.rs", 1, 3, &["a", "b"]),
        site("f", "x.rs", 1, 2, &["a", "c"]),
        site("f", "x.rs", 1, 2, &["ab"]),
        site("fx", ".rs", 1, 2, &["a", "b"]),
    ];
    let start = site::Point::START;
    let mut points: Vec<_> = sites.iter().map(|s| start.then(s)).collect();
    points.extend(sites.iter().flat_map(|s| sites.iter().map(move |t| start.then(s).then(t))));
    let all = points.len();
    points.sort_unstable();
    points.dedup();
    assert_eq!(points.len(), all);
    // It is in files.
    assert_eq!(start.then(&sites[0]).0, 0x6f45aba49edc4b69);
}
