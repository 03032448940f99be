//! Cores that others wrote, and what becomes of them.

use fpopt::{
    all::{Entry, files, improve_all, overview},
    improve::{Improved, Options},
    report::report,
    search::Effort,
};
use polarnet::device::Device;
use polarnet_fpcore::{File, read};
use std::path::Path;

const CORES: &str = r#"
(FPCore (x) :name "2sqrt" :pre (and (> x 1) (< x 1e+308)) (- (sqrt (+ x 1)) (sqrt x)))
(FPCore (x) :name "expm1" :pre (<= (fabs x) 1) (- (exp x) 1))
(FPCore (x) :name "cos2" (/ (- 1 (cos x)) (* x x)))
(FPCore (a b c) :name "quadp" (/ (+ (- b) (sqrt (- (* b b) (* 4 (* a c))))) (* 2 a)))
(FPCore (x) :name "single" :precision binary32 (- (sqrt (+ x 1)) (sqrt x)))
(FPCore (x y) :name "exact" (* x y))
(FPCore ((v 3)) :name "array" (ref v 0))
(FPCore (x) :name "loop" (while (< x 1) ([i 0 (+ i 1)]) i))
(FPCore (x) :name "nowhere" :pre (and (> x 1) (< x 1)) (+ x 1))
(FPCore (x) :name "truth" (< x 1))
(FPCore (x) :name "gamma" (tgamma x))
"#;

fn options() -> Options {
    Options { points: 64, seed: 3, effort: Effort { rounds: 2, ..Effort::default() } }
}

fn here() -> Vec<File> {
    vec![File { path: "cores.fpcore".into(), text: CORES.to_owned() }]
}

fn improved(files: &[File], threads: usize) -> Vec<Entry> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    pool.install(|| improve_all(files, &Device::threads(), options(), |_| {})).unwrap()
}

/// All but the time.
fn outcome(entry: &Entry) -> (String, Result<Improved, String>) {
    let result = entry.result.as_ref().map(|it| Improved { time: Default::default(), ..it.clone() });
    (entry.name.clone(), result.map_err(ToString::to_string))
}

#[test]
fn more_accurate() {
    let entries = improved(&here(), 2);
    let of = |name: &str| entries.iter().find(|entry| entry.name == name).unwrap().result.as_ref();
    for (name, from, to) in
        [("2sqrt", 30.0, 1.0), ("expm1", 20.0, 1.0), ("cos2", 20.0, 1.0), ("quadp", 20.0, 15.0), ("single", 5.0, 2.0)]
    {
        let it = of(name).unwrap();
        assert!(it.before.bits > from && it.after.bits < to, "{name}: {it:?}");
        assert!(it.frontier.iter().any(|version| version.bits <= it.after.bits), "{name}: {it:?}");
        assert!(it.frontier.is_sorted_by(|a, b| a.cost <= b.cost && a.bits > b.bits), "{name}: {it:?}");
        // What is written is FPCore again.
        assert_eq!(read(&format!("(FPCore (x a b c) {})", it.after.text)).unwrap().len(), 1);
    }
    assert!(!of("exact").unwrap().is_better());
    for (name, why) in [
        ("array", "`v` is an array"),
        ("loop", "it has `while`"),
        ("nowhere", "of 25600 points, only 0 have a value and meet its precondition"),
        ("truth", "its value is a truth value"),
        ("gamma", "it has `tgamma`"),
    ] {
        assert_eq!(of(name).unwrap_err().to_string(), why);
    }
}

#[test]
fn the_same_on_any_threads() {
    let one: Vec<_> = improved(&here(), 1).iter().map(outcome).collect();
    for threads in [2, 8] {
        let several: Vec<_> = improved(&here(), threads).iter().map(outcome).collect();
        assert_eq!(one, several, "{threads} threads");
    }
}

#[test]
fn a_page_for_all() {
    let files = here();
    let (overview, entries) = (overview(&files).unwrap(), improved(&files, 2));
    assert_eq!((overview.cores, entries.len()), (11, 11));
    assert!(overview.rows < overview.nodes as usize && overview.cost > 90.0, "{overview:?}");
    let page = report(overview, &entries);
    for entry in &entries {
        assert!(page.contains(&entry.name), "{}", entry.name);
    }
    assert_eq!(page.matches("<svg").count(), entries.iter().filter(|entry| entry.result.is_ok()).count());
    assert!(page.contains("as it was: `v` is an array") && page.contains("&lt;") && !page.contains("(< x"));
}

#[test]
fn what_is_not_fpcore() {
    let files = vec![File { path: "wrong.fpcore".into(), text: "(FPCore (x) (+ x y))".to_owned() }];
    let error = improve_all(&files, &Device::threads(), options(), |_| {}).unwrap_err();
    assert!(error.to_string().starts_with("wrong.fpcore:1:18: unknown variable `y`"), "{error}");
    assert_eq!(overview(&files).unwrap_err().to_string(), error.to_string());
}

/// All that there are, which takes minutes: no output is less accurate than its input, and of the cores with at least 3 wrong bits a
/// quarter gains at least 3.
#[test]
#[ignore = "takes minutes: `cargo test --release -p fpopt -- --ignored`"]
fn all_cores() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/fpcore");
    if !folder.exists() {
        println!("skipped: there is no {}", folder.display());
        return;
    }
    let files = files(&[folder]).unwrap();
    let options = Options { points: 256, seed: 1, effort: Effort::default() };
    let entries = improve_all(&files, &Device::threads(), options, |_| {}).unwrap();
    let done: Vec<_> = entries.iter().filter_map(|entry| Some((&entry.name, entry.result.as_ref().ok()?))).collect();
    for (name, it) in &done {
        assert!(it.after.bits <= it.before.bits, "{name}: {it:?}");
        for version in it.frontier.iter().chain([&it.before, &it.after]) {
            let text = format!("(FPCore () {})", version.text);
            let cores = read(&text).unwrap_or_else(|error| panic!("{name}: {error}: {}", version.text));
            assert_eq!(cores.len(), 1, "{name}");
        }
    }
    let to_lose = done.iter().filter(|(_, it)| it.before.bits >= 3.0).count();
    let gain = done.iter().filter(|(_, it)| it.before.bits - it.after.bits >= 3.0).count();
    println!("{} of {} cores; {gain} of {to_lose} gain at least 3 bits", done.len(), entries.len());
    assert!(gain * 4 >= to_lose && to_lose > 40, "{gain} of {to_lose}");
}
