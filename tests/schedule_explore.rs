//! What `explore` finds to choose in functions that `schedule!` makes.

use polarnet::{
    device::Device,
    explore::{self, Explorer, Origin, Report},
    schedule,
};

schedule! {
    val double(x: i64) -> i64 { returns x + x }
    fn double_1(x: i64) -> i64 impls double { x + x }
    fn double_2(x: i64) -> i64 impls double { let y = x + x; y }
    fn double_3(x: i64) -> i64 impls double { let y = x; x + y }
    fn double_4(x: i64) -> i64 impls double { var y = x; y + x }

    val foo(x: i64, y: i64) -> i64 { returns double(x) - double(y) }
    fn foo_here(x: i64, y: i64) -> i64 impls foo { double(x) - double(y) }

    val bar(x: i64, y: i64) -> i64 { returns foo(x, y) * foo(y, x) }
    fn bar_here(x: i64, y: i64) -> i64 impls bar { let a = foo_here(x, y); let b = foo_here(y, x); a * b }
}

#[test]
fn paths_of_calls_are_choices() {
    let file = std::env::temp_dir().join(format!("polarnet-schedule-explore-{}.json", std::process::id()));
    let _ = std::fs::remove_file(&file);
    for (name, f, combinations) in [("foo", foo_here as fn(i64, i64) -> i64, 16), ("bar", bar_here, 256)] {
        let explorer = || Explorer::new(name).file(&file);
        let report = explorer().run(|| f(5, 3)).unwrap();
        assert_eq!((report.rows.len(), report.all), (combinations, true), "{report}");
        assert!(report.best.iter().all(|choice| choice.members() == ["double_1", "double_2", "double_3", "double_4"]));
        assert_eq!(explorer().run(|| f(5, 3)).unwrap().origin, Origin::Kept);
        assert_eq!(explore::with(&report.best, || f(7, 4)), f(7, 4));
    }
    std::fs::remove_file(&file).unwrap();
}

fn square(x: i64) -> i64 {
    x * x
}

schedule! {
    feq squares {
        extern(gpu) square_gpu(x: i64) -> out: i64 { path: "square.cu", dimensions: 1, cpu: square }
        val squared(x: i64) -> i64 { returns x * x }
    }
    tmln one_trip(e: Event) -> Event {
        here, there :- encode_event(e)
        returns sync_event(here, submit_event(there))
    }
    val difference(x: i64, y: i64) -> i64 { returns squares::<1>(x) - squares::<1>(y) }
    fn here(x: i64, y: i64) -> i64 impls difference { multiplied::<1>(x) - multiplied::<1>(y) }
    fn there(x: i64, gpu: &Device, y: i64) -> i64 impls difference, one_trip {
        let e = encode_begin(gpu);
        encode e.copy[x <- x];
        encode e.copy[y <- y];
        encode e.call[a <- square_gpu::<1>(x)];
        encode e.call[b <- square_gpu::<1>(y)];
        let done = await submit e;
        done.a - done.b
    }
    fn multiplied(x: i64) -> i64 impls squared { x * x }

    // It is of rows, and no call of the val is one of it.
    space item;
    fn all_squared(x: &Data<item, i64>) -> Data<item, i64> impls squared { map(x) }

    val sum_of_differences(x: i64, y: i64) -> i64 { returns difference(x, y) + difference(y, x + 1) }
    fn on_mine(x: i64, y: i64, mine: &Device) -> i64 impls sum_of_differences {
        let one = difference(x, y);
        let mine = y;
        one + difference(mine, x + 1)
    }
    fn on_any(x: i64, y: i64) -> i64 impls sum_of_differences { difference(x, y) + difference(y, x + 1) }
    val squared_again(x: i64) -> i64 { returns squares::<1>(x) }
    fn only_one(x: i64) -> i64 impls squared_again { squares::<1>(x) }
}

/// How often a combination waited for the device, by how many of its members do.
fn synchronisations(report: &Report) -> Vec<(usize, u64)> {
    let there = |row: &explore::Row| row.choices.iter().filter(|choice| choice.member() == "there").count();
    let mut all: Vec<_> = report.rows.iter().map(|row| (there(row), row.counts.synchronisations)).collect();
    all.sort_unstable();
    all
}

#[test]
fn members_get_the_device_of_the_caller() {
    let file = std::env::temp_dir().join(format!("polarnet-schedule-explore-device-{}.json", std::process::id()));
    let explorer = |name: &str| Explorer::new(name).file(&file).again();
    let gpu = Device::threads();
    let report = explorer("mine").device(&gpu).run(|| on_mine(5, 3, &gpu)).unwrap();
    assert_eq!(synchronisations(&report), [(0, 0), (1, 1), (1, 1), (2, 2)], "{report}");
    let report = explorer("any").run(|| on_any(5, 3)).unwrap();
    assert_eq!(synchronisations(&report), [(0, 0), (1, 1), (1, 1), (2, 2)], "{report}");
    assert_eq!((on_any(5, 3), only_one(4)), (16 - 27, 16));
    std::fs::remove_file(&file).unwrap();
}

schedule! {
    val minus(a: i64, b: i64) -> i64 { returns a - b }
    fn backwards(b: i64, a: i64) -> i64 impls minus { eval(a, b) }
    fn forwards(a: i64, b: i64) -> i64 impls minus { eval(a, b) }
    val less(x: i64, y: i64) -> i64 { returns minus(x, y) }
    fn less_backwards(x: i64, y: i64) -> i64 impls less { backwards(y, x) }
    fn less_any(x: i64, y: i64) -> i64 impls less { minus(x, y) }
}

#[test]
fn orders_have_their_parameters_by_names() {
    assert_eq!((backwards(3, 5), less_backwards(5, 3), less_any(5, 3)), (2, 2, 2));
}
