//! `schedule!` where Rust alone knows of which types values are: those of fields of structs, and literals beside them.

use polarnet::{columns::space, schedule};

#[derive(Clone, Copy, PartialEq, Debug)]
struct Range {
    low: f64,
    high: f64,
    narrow: f32,
    steps: i64,
    count: u8,
}

const RANGE: Range = Range { low: -2.0, high: 0.75, narrow: 1.5, steps: -7, count: 200 };

schedule! {
    val literals(x: f64) -> bool { returns sqrt(2.0) > 1.0 && max(2, 3) == 3 && x > abs(-1.0) }
    val compared(r: Range) -> bool { returns abs(r.low) > r.low && min(r.low, r.low) < 1.0 && is_nan(sqrt(r.low)) }
    val smallest(r: Range) -> f64 { returns min(r.low, r.high) }
    val changed(r: Range) -> Range {
        returns Range {
            low: max(r.low, r.high, 0.5),
            high: sqrt(2.0),
            narrow: hypot(r.narrow, 2.0),
            steps: clamp(abs(r.steps), 1, 5) * signum(r.steps),
            count: min(r.count, 3) + max(2, 1),
        }
    }
    val of_lists(a: Range, b: Range) -> Range {
        returns Range {
            low: min(r.low for r in [a, b]),
            high: sum(r.high for r in [a, b]),
            narrow: product(r.narrow for r in [a, b]),
            steps: max(r.steps for r in [a, b]),
            count: max(r.count for r in [a, b]),
        }
    }
    val comparing_lists(a: Range) -> bool {
        returns max(r.low for r in [a, a]) < sum(r.high for r in [a, a]) && product(r.steps for r in [a, a]) == a.steps * a.steps
    }
    fn known(x: f64) -> bool impls literals { eval(x) }
    fn compare(r: Range) -> bool impls compared { eval(r) }
    fn least(r: Range) -> f64 impls smallest { eval(r) }
    fn change(r: Range) -> Range impls changed { eval(r) }
    fn lists(a: Range, b: Range) -> Range impls of_lists { eval(a, b) }
    fn compare_lists(a: Range) -> bool impls comparing_lists { eval(a) }
}

#[test]
fn functions_of_fields_are_those_of_their_types() {
    assert!(known(1.5) && !known(0.5));
    assert!(compare(RANGE) && !compare(Range { low: 2.0, ..RANGE }));
    assert_eq!(least(RANGE), -2.0);
    let changed = Range { low: 0.75, high: f64::sqrt(2.0), narrow: 2.5, steps: -5, count: 5 };
    assert_eq!(change(RANGE), changed);
    let other = Range { low: 1.0, high: 4.0, narrow: 4.0, steps: -9, count: 3 };
    let of_lists = Range { low: -2.0, high: 4.75, narrow: 6.0, steps: -7, count: 200 };
    assert_eq!(lists(RANGE, other), of_lists);
    assert!(compare_lists(RANGE) && !compare_lists(Range { high: -3.0, ..RANGE }));
}

#[test]
fn what_is_no_number_is_not_made_one() {
    let nan = Range { low: f64::NAN, ..RANGE };
    // As `f64::min` and `f64::max` do.
    assert_eq!((least(nan), change(nan).low), (0.75, 0.75));
}

schedule! {
    val all(r: Range) -> Range {
        a :- acos(r.high) + asin(r.high) + atan(r.high) + atan2(r.high, r.low) + cos(r.high) + sin(r.high) + tan(r.high);
        b :- cosh(r.high) + sinh(r.high) + tanh(r.high) + acosh(r.narrow) as f64 + asinh(r.high) + atanh(r.high);
        c :- cbrt(r.high) + exp(r.high) + exp2(r.high) + exp_m1(r.high) + ln(r.high) + ln_1p(r.high) + log10(r.high) + log2(r.high);
        d :- ceil(r.high) + floor(r.low) + round(r.high) + trunc(r.high) + copysign(r.high, r.low) + signum(r.low);
        e :- pow(r.high, r.low) + powi(r.high, 3) + mul_add(r.high, r.low, r.high) + add(r.high, r.low);
        returns Range { low: a + b + c, high: if is_finite(r.high) { d + e } else { 0.0 }, narrow: r.narrow, steps: r.steps, count: r.count }
    }
    fn everything(r: Range) -> Range impls all { eval(r) }
}

#[test]
fn each_function_is_known() {
    let Range { low: y, high: x, narrow, .. } = RANGE;
    let a = x.acos() + x.asin() + x.atan() + x.atan2(y) + x.cos() + x.sin() + x.tan();
    let b = x.cosh() + x.sinh() + x.tanh() + f64::from(narrow.acosh()) + x.asinh() + x.atanh();
    let c = x.cbrt() + x.exp() + x.exp2() + x.exp_m1() + x.ln() + x.ln_1p() + x.log10() + x.log2();
    let d = x.ceil() + y.floor() + x.round() + x.trunc() + x.copysign(y) + y.signum();
    let e = x.powf(y) + x.powi(3) + x.mul_add(y, x) + (x + y);
    assert_eq!(everything(RANGE), Range { low: a + b + c, high: d + e, ..RANGE });
}

schedule! {
    space points;
    space groups;
    val sums(at: Data<points, Idx<groups>>, of: Data<points, Range>, rows: Rows<groups>) -> f64 {
        lows :- [sum(of[p].low for p in points if at[p] == g) for g in groups];
        returns sum(max(lows[g], 0.0) for g in groups)
    }
    val is_above(at: Data<points, Idx<groups>>, of: Data<points, Range>, rows: Rows<groups>) -> bool {
        lows :- [sum(of[p].low for p in points if at[p] == g) for g in groups];
        returns any(max(lows[g], 0.5) > 2.0 for g in groups)
    }
    val slope(x: f64, r: Range) -> f64 { returns if sqrt(r.high) > 1.0 { x * max(r.low, r.high) } else { x * x + abs(r.low) } }
    fn by_groups(at: &Data<points, Idx<groups>>, of: &Data<points, Range>, rows: Rows<groups>) -> f64 impls sums {
        eval(at, of, rows)
    }
    fn above(at: &Data<points, Idx<groups>>, of: &Data<points, Range>, rows: Rows<groups>) -> bool impls is_above {
        eval(at, of, rows)
    }
    fn derived(x: f64, r: Range) -> (f64, f64) impls vjp(slope) { eval(x, r) }
}

#[test]
fn columns_of_them_are_summed_by_groups() {
    space!(Points, points);
    space!(Groups, groups);
    let rows = groups.rows(2);
    let at: Vec<_> = [0, 1, 1].into_iter().map(|n| rows.check(n).expect("a row")).collect();
    let of = [3.0, -4.0, 1.0].map(|low| Range { low, ..RANGE });
    let at = points.column(at);
    let of = at.rows().data(|p| of[p.raw() as usize]);
    assert_eq!(by_groups(&at, &of, rows), 3.0);
    assert!(above(&at, &of, rows));
}

#[test]
fn derivatives_choose_by_them() {
    assert_eq!(derived(3.0, RANGE), (9.0 + 2.0, 6.0));
    assert_eq!(derived(3.0, Range { high: 4.0, ..RANGE }), (12.0, 4.0));
}
