use super::{programs::fastest_bar, *};

/// The two kinds of data: sums that are mostly positive and long, or not positive and short.
const KINDS: [([usize; 2], i64); 2] = [([40_000, 30_000], 1), ([300, 5000], -1)];

#[test]
fn the_best_is_the_best_of_all() {
    let mut winners = Vec::new();
    for (lengths, sign) in KINDS {
        let (a, b) = data(lengths, sign);
        let fastest = Duration::from_nanos(fastest_bar(&a, &b) as u64);
        for bound in [1024, 255, 20] {
            let report = Scratch::new().explorer("bar").bound(bound).run(|| bar(&a, &b)).unwrap();
            assert_eq!(report.rows[0].time, fastest, "of at most {bound}");
            assert_eq!(report.best, report.rows[0].choices);
            assert_eq!(report.all, bound == 1024);
            assert!(report.rows.len() <= if report.all { 256 } else { 2 * bound }, "{}", report.rows.len());

            let start = clock();
            let value = with(&report.best, || bar(&a, &b));
            assert_eq!(clock() - start, fastest);
            assert_eq!(value, bar(&a, &b));
            winners.push(report.best);
        }
    }
    assert!(members(&winners[0]) != members(&winners[3]), "it depends on the data");
    assert_eq!((&winners[0], &winners[3]), (&winners[1], &winners[4]));
}

#[test]
fn those_that_are_slower_are_dropped() {
    let (a, b) = data([40_000, 30_000], 1);
    let report = Scratch::new().explorer("bar").rounds(5).run(|| bar(&a, &b)).unwrap();
    let dropped = report.rows.iter().filter(|row| row.dropped).count();
    assert!(dropped >= 240, "{dropped}");
    assert!(report.runs < 256 * 2, "{}", report.runs);
    assert!(report.rows.iter().all(|row| (1..=5).contains(&row.runs) && (row.dropped || row.runs == 5)));
    let times = |dropped| report.rows.iter().filter(move |row| row.dropped == dropped).map(|row| row.time);
    assert!(times(false).is_sorted() && times(true).is_sorted());
}

#[test]
fn the_same_times_give_the_same_report() {
    let (a, b) = data([3000, 4000], 1);
    let report = || Scratch::new().explorer("bar").bound(40).run(|| bar(&a, &b)).unwrap();
    let [one, two] = [report(), report()];
    let rows =
        |report: &Report| report.rows.iter().map(|r| format!("{:?}", (&r.choices, r.time, r.runs))).collect::<Vec<_>>();
    assert_eq!(rows(&one), rows(&two));
    assert_eq!((one.best, one.runs), (two.best, two.runs));
}

#[test]
fn noise_does_not_hide_the_best() {
    static SITE: Site = Site::new("eight", file!(), line!(), column!(), &["a", "b", "c", "d", "e", "f", "g", "h"]);
    for seed in 0..50 {
        let mut random = seed;
        let report = Scratch::new()
            .explorer("noise")
            .run(|| {
                random = site::mix(random);
                let noise = 100 + random as usize % 40; // up to 40 % more, and a run in 25 is interrupted
                let pause = if random >> 32 & 0xff < 10 { 1500 } else { 0 };
                at(&SITE, |member| {
                    spend([1600, 1500, 1700, 2000, 1500, 1000, 3000, 9000][member] * noise / 100 + pause)
                });
            })
            .unwrap();
        assert_eq!(members(&report.best), ["f"], "seed {seed}: {report}");
    }
}

#[test]
fn of_equals_the_first_one_wins() {
    static SITE: Site = Site::new("equals", file!(), line!(), column!(), &["slow", "one", "two"]);
    let report = Scratch::new().explorer("equals").run(|| at(&SITE, |member| spend([9, 5, 5][member]))).unwrap();
    assert_eq!(members(&report.best), ["one"]);
}

/// The first combination has one choice, those with its other members have three more: 1 + 1 + 125.
fn hidden(cost: &mut impl FnMut(usize)) {
    static FIRST: Site = Site::new("first", "main.rs", 1, 1, &["plain", "also_plain", "in_three_parts"]);
    static PARTS: [Site; 3] = {
        const FIVE: &[&str] = &["a", "b", "c", "d", "e"];
        [
            Site::new("x", "main.rs", 2, 1, FIVE),
            Site::new("y", "main.rs", 3, 1, FIVE),
            Site::new("z", "main.rs", 4, 1, FIVE),
        ]
    };
    at(&FIRST, |member| match member {
        0 => cost(90),
        1 => cost(80),
        _ => PARTS.iter().enumerate().for_each(|(i, part)| at(part, |m| cost([26, 27, 28, 25, 24][(m + i) % 5]))),
    });
}

#[test]
fn choices_that_come_later_are_found_too() {
    for bound in [127, 126, 30] {
        let report = Scratch::new().explorer("hidden").bound(bound).run(|| hidden(&mut spend)).unwrap();
        assert_eq!(members(&report.best), ["in_three_parts", "e", "d", "c"], "{bound}");
        assert_eq!((report.all, report.rows.len() == 127), (bound == 127, bound == 127));
    }
}

#[test]
fn the_limit_ends_it() {
    let (a, b) = data([3000, 4000], 1);
    let one = fastest_bar(&a, &b) as u64;
    let report = Scratch::new().explorer("bar").limit(Duration::from_nanos(30 * one)).run(|| bar(&a, &b)).unwrap();
    assert!(report.stopped && !report.all);
    assert!(report.runs <= 31 && report.rows.len() > 2, "{}", report.runs);
    assert_eq!(report.rows[0].time, report.rows.iter().map(|row| row.time).min().unwrap());

    let report = Scratch::new().explorer("bar").limit(Duration::ZERO).run(|| bar(&a, &b)).unwrap();
    assert_eq!(
        (report.stopped, report.rows.len(), report.runs),
        (true, 1, 2),
        "the first combination is there in any case"
    );
    let report = Scratch::new().explorer("bar").limit(Duration::MAX).bound(0).rounds(0).run(|| bar(&a, &b)).unwrap();
    assert!(!report.stopped && !report.rows.is_empty());
}

#[test]
fn results_have_to_be_equal() {
    static OUTER: Site = Site::new("outer", "main.rs", 3, 5, &["outer"]);
    static SITE: Site = Site::new("five", "main.rs", 8, 9, &["right", "also_right", "wrong"]);
    let file = Scratch::new();
    let five = || at(&OUTER, |_| at(&SITE, |member| if member == 2 { 6 } else { 5 }));
    let error = file.explorer("five").run(five).unwrap_err();
    assert_eq!(
        error.to_string(),
        "a combination has another result than the first one: it has outer (main.rs:3:5) › five (main.rs:8:9): wrong in place of \
         right\nhelp: members are to compute the same"
    );
    assert!(!file.file().exists());

    let mut calls = 0;
    let count = || {
        calls += 1;
        at(&SITE, |_| calls)
    };
    let error = file.explorer("calls").run(count).unwrap_err();
    assert!(matches!(&error, Error::Differ { choices, first } if choices == first), "{error}");
    assert!(error.to_string().starts_with("two runs of the same choices"), "{error}");

    let nan = || at(&SITE, |_| f64::NAN);
    let error = file.explorer("nan").run(nan).unwrap_err();
    assert!(matches!(error, Error::Incomparable));
    let report = file.explorer("nan").run_by(|a, b| a.total_cmp(b).is_eq(), nan).unwrap();
    assert_eq!(report.rows.len(), 3);
}

#[test]
fn where_nothing_is_to_choose_nothing_is_kept() {
    let file = Scratch::new();
    let report = file.explorer("nothing").run(|| 5).unwrap();
    assert_eq!((report.best.len(), report.rows.len(), report.all), (0, 1, true));
    assert!(!file.file().exists());
}

#[test]
fn choices_may_depend_on_something_else() {
    // A program that is not to be explored, as it does another thing each time: it ends all the same.
    static SITES: [Site; 3] = [
        Site::new("x", "main.rs", 1, 1, &["a", "b"]),
        Site::new("y", "main.rs", 2, 1, &["a", "b", "c"]),
        Site::new("z", "main.rs", 3, 1, &["a", "b", "c", "d"]),
    ];
    for seed in 0..100 {
        let mut random = seed;
        let file = Scratch::new();
        let explorer = file.explorer("random").bound(10);
        let report = explorer
            .run(|| {
                for _ in 0..4 {
                    random = site::mix(random);
                    at(&SITES[random as usize % 3], |member| spend((random >> 50) as usize + member));
                }
            })
            .unwrap();
        assert!(!report.rows.is_empty() && report.runs < 1000);
    }
}

#[test]
fn one_can_watch() {
    let (a, b) = data([30, 40], 1);
    let seen = std::cell::RefCell::new(Vec::new());
    let report =
        Scratch::new().explorer("foo").watch(|status| seen.borrow_mut().push(*status)).run(|| foo(&a, &b)).unwrap();
    let seen = seen.into_inner();
    assert_eq!(seen.len() + 1, report.runs);
    assert!(seen.is_sorted_by_key(|status| (status.runs, status.tried)));
    let last = seen.last().unwrap();
    assert_eq!((last.runs, last.tried, last.fastest), (report.runs, 16, report.rows[0].time));
}
