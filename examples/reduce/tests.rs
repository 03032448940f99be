//! What the rules do, what they must not do, and that reducing again changes nothing.

use crate::{
    check::{Verdict, compare},
    reducer::{reduce, tidy},
};
use polarnet::columns::{Builder, space};
use polarnet_fpcore::{File, Names, collect, read};
use std::path::Path;

/// What an expression in `a`, `b`, `x`, `y`, `z` is reduced to; checked at 256 points on the way.
fn reduced(expression: &str) -> String {
    let text = format!("(FPCore (a b x y z) {expression})");
    let core = read(&text).unwrap().remove(0);
    let mut names = Names::default();
    space!(Before, guard);
    let mut batch = Builder::new(guard);
    let root = core.build(&mut batch, &mut names).unwrap();
    let batch = batch.freeze();
    space!(After, guard);
    let (after, mapping) = reduce(&batch, guard, &mut names).unwrap();
    let verdict = compare((&batch, root), (&after, mapping[root]), &names, 256);
    assert_eq!(verdict.different, 0, "{expression}");
    space!(Again, guard);
    let (again, fixed) = reduce(&after, guard, &mut names).unwrap();
    let [once, twice] = [names.show(&after, mapping[root], 1000), names.show(&again, fixed[mapping[root]], 1000)];
    assert_eq!(once, twice, "{expression} is reduced further when it is reduced again");
    space!(Tidied, guard);
    let (tidied, tidy) = tidy(&after, guard, &mut names);
    names.show(&tidied, mapping.compose(&tidy)[root], 1000)
}

#[track_caller]
fn check(cases: &[(&str, &str)]) {
    for (expression, expected) in cases {
        assert_eq!(reduced(expression), *expected, "{expression}");
    }
}

#[test]
fn additive_terms_are_gathered() {
    check(&[
        ("(- (+ 1 x) x)", "1"),
        ("(- (+ (+ x y) z) (+ x (+ y z)))", "0"),
        ("(+ x x)", "(* 2 x)"),
        ("(+ (* 2 x) (* 1/2 x))", "(* 5/2 x)"),
        ("(- (* 3 x) (* 2 x))", "x"),
        ("(- x (* 2 x))", "(- x)"),
        ("(- 1 (- 1 x))", "x"),
        ("(- (- x y))", "(- y x)"),
        ("(+ (/ x 3) (/ x 6))", "(/ x 2)"),
        ("(+ (* x y) (* y x))", "(* 2 (* x y))"),
        ("(- (* 2 (+ x y)) (* 2 y))", "(* 2 x)"),
        ("(+ (/ 2 x) (/ 3 x))", "(/ 5 x)"),
        ("(fma x y (- (* y x)))", "0"),
        ("(+ 0.1 0.2 -3/10)", "0"),
        ("(- (sqrt x) (sqrt x))", "0"),
    ]);
}

#[test]
fn multiplicative_terms_are_gathered() {
    check(&[
        ("(/ (* x y) x)", "y"),
        ("(* x (/ 1 x))", "1"),
        ("(/ (* (* x x) y) (* x y))", "x"),
        ("(* (* 2 x) (* 3 y))", "(* 6 (* x y))"),
        ("(* (pow x 3) (pow x -2))", "x"),
        ("(/ x (/ y z))", "(/ (* x z) y)"),
        ("(* (sqrt x) (sqrt x))", "x"),
        ("(* (cbrt x) (* (cbrt x) (cbrt x)))", "x"),
        ("(* (sqrt 2) (sqrt 2))", "2"),
        ("(/ (+ x y) (+ (* 2 x) (* 2 y)))", "1/2"),
        ("(/ (- x y) (- y x))", "-1"),
        ("(pow (pow x 2) 3)", "(pow x 6)"),
        ("(pow x 0)", "1"),
        ("(pow x 1)", "x"),
        ("(pow x 1/2)", "(sqrt x)"),
        ("(* 0 x)", "0"),
        ("(/ x (- y))", "(- (/ x y))"),
        ("(/ 1 (/ 1 x))", "x"),
    ]);
}

#[test]
fn exponentials_and_logarithms() {
    check(&[
        ("(log (exp x))", "x"),
        ("(exp (log x))", "x"),
        ("(exp (+ (log x) (log y)))", "(* x y)"),
        ("(exp (* 2 (log x)))", "(* x x)"),
        ("(exp (- (log x)))", "(/ 1 x)"),
        ("(* (exp x) (exp (- x)))", "1"),
        ("(* (exp x) (exp y))", "(exp (+ x y))"),
        ("(/ (exp (+ x y)) (exp y))", "(exp x)"),
        ("(log (* (exp x) y))", "(+ x (log y))"),
        ("(log (pow x 3))", "(* 3 (log x))"),
        ("(log (/ 1 x))", "(- (log x))"),
        ("(log (* x x))", "(* 2 (log (fabs x)))"),
        ("(log (sqrt x))", "(/ (log x) 2)"),
        ("(exp 0)", "1"),
        ("(log 1)", "0"),
        ("(pow (exp x) y)", "(exp (* x y))"),
        ("(pow E x)", "(exp x)"),
        ("(expm1 (log1p x))", "x"),
        ("(exp2 10)", "1024"),
    ]);
}

#[test]
fn roots_and_absolute_values() {
    check(&[
        ("(sqrt 4/9)", "2/3"),
        ("(cbrt -27)", "-3"),
        ("(sqrt (* x x))", "(fabs x)"),
        ("(sqrt (pow x 4))", "(* x x)"),
        ("(sqrt (* 4 (* x y)))", "(* 2 (sqrt (* x y)))"),
        ("(sqrt (* (exp x) (exp x)))", "(exp x)"),
        ("(cbrt (* x (* x x)))", "x"),
        ("(fabs (- x))", "(fabs x)"),
        ("(fabs (- x y))", "(fabs (- x y))"),
        ("(- (fabs (- x y)) (fabs (- y x)))", "0"),
        ("(fabs (* -2 x))", "(* 2 (fabs x))"),
        ("(fabs (exp x))", "(exp x)"),
        ("(fabs (* x x))", "(* x x)"),
    ]);
}

#[test]
fn functions_and_choices() {
    check(&[
        ("(sin (- x))", "(- (sin x))"),
        ("(cos (- x))", "(cos x)"),
        ("(+ (sin x) (sin (- x)))", "0"),
        ("(tan (atan x))", "x"),
        ("(acosh (cosh x))", "(fabs x)"),
        ("(sin PI)", "0"),
        ("(cos (* 3 PI))", "-1"),
        ("(floor (ceil x))", "(ceil x)"),
        ("(round -5/2)", "-3"),
        ("(nearbyint 5/2)", "2"),
        ("(fmin x x)", "x"),
        ("(- (fmax x y) (fmax y x))", "0"),
        ("(if (< 1 2) x y)", "x"),
        ("(if (> x y) z z)", "z"),
        ("(if (not (not (< x y))) x y)", "(if (< x y) x y)"),
        ("(if (and TRUE (> x y)) x y)", "(if (< y x) x y)"),
        ("(hypot 0 x)", "(fabs x)"),
        ("(copysign x -1)", "(- (fabs x))"),
    ]);
}

#[test]
fn what_would_change_the_function_stays() {
    for expression in [
        "(asin (sin x))",
        "(sqrt (* x y))",
        "(log (* x y))",
        "(+ (log x) (log y))",
        "(atan (tan x))",
        "(cbrt (cbrt x))",
        "(pow x y)",
        "(+ (* x x) y)",
        "(acos (cos x))",
        "(sqrt (+ x y))",
        "(* (+ x 1) (+ y 1))",
        "(! :precision binary32 (+ x y))",
    ] {
        assert_eq!(reduced(expression), expression);
    }
}

#[test]
fn roots_of_powers_keep_their_sign() {
    check(&[
        ("(pow (* x x) 1/4)", "(pow (* x x) 1/4)"),
        ("(pow (pow x 3) 1/3)", "x"),
        ("(sqrt (* (sqrt x) x))", "(pow x 3/4)"),
        ("(pow (pow x 6) 1/2)", "(pow (fabs x) 3)"),
    ]);
}

/// All files of a folder: nothing differs, and of every core some points were compared.
fn all_are_the_same(files: &[File], points: u64) -> (usize, Verdict) {
    let (mut cores, mut all) = (0, Verdict::default());
    for file in files {
        for core in file.cores().unwrap() {
            let mut names = Names::default();
            let done = polarnet::columns::Brand::with(|guard| {
                let mut batch = Builder::new(guard);
                let root = core.build(&mut batch, &mut names).unwrap();
                let batch = batch.freeze();
                space!(After, guard);
                let (after, mapping) = reduce(&batch, guard, &mut names).unwrap();
                space!(Again, guard);
                let (again, fixed) = reduce(&after, guard, &mut names).unwrap();
                let name = core.name;
                let [once, twice] =
                    [names.show(&after, mapping[root], 300), names.show(&again, fixed[mapping[root]], 300)];
                if once.len() < 2000 && !once.contains('%') {
                    assert_eq!(once, twice, "{name:?} is reduced further when it is reduced again");
                }
                space!(Tidied, guard);
                let (tidied, tidy) = tidy(&after, guard, &mut names);
                compare((&batch, root), (&tidied, mapping.compose(&tidy)[root]), &names, points)
            });
            assert_eq!(done.different, 0, "{}: {:?}", file.path.display(), core.name);
            cores += 1;
            all.same += done.same;
            all.undefined += done.undefined;
            all.unsure += done.unsure;
        }
    }
    (cores, all)
}

#[test]
fn own_files() {
    let files = collect(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/data"))).unwrap();
    let (cores, verdict) = all_are_the_same(&files, 256);
    assert_eq!(cores, 15);
    assert!(verdict.same > 8 * 256, "{verdict:?}");
}

#[test]
fn herbies_files() {
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../shared/fpcore"));
    if !folder.exists() {
        eprintln!("skipped: {} is not there", folder.display());
        return;
    }
    let (cores, verdict) = all_are_the_same(&collect(folder).unwrap(), 256);
    assert_eq!(cores, 130);
    assert!(verdict.same > 15_000, "{verdict:?}");
    assert!(verdict.unsure < verdict.same / 20, "{verdict:?}");
}
