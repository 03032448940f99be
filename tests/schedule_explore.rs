//! What `explore` finds to choose in functions that `schedule!` makes.

use polarnet::{
    explore::{self, Explorer, Origin},
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
