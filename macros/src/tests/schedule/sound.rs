//! Bodies that compute something else than their val, in ways that are easily overseen: all are refused.

use super::messages;

#[test]
fn what_computes_something_else_is_refused() {
    for block in WRONG {
        let found = messages(block);
        assert!(!found.is_empty(), "{block}");
        assert!(found.iter().all(|text| text.contains("\nhelp: ")), "{block}\n{found:#?}");
    }
}

/// What is near them, and right.
#[test]
fn what_computes_the_same_is_accepted() {
    for block in RIGHT {
        assert_eq!(messages(block), [""; 0], "{block}");
    }
}

const WRONG: &[&str] = &[
    // What stands after `&&` and `||` is done on one way only.
    "val m(a: i64) -> i64 { returns 2 }
     fn f(a: i64) -> i64 impls m { var x = 1; let t = (a < 0) && { x = 2; true }; x }",
    "val five() -> i64 { returns 5 } fn set(p: &i64 @ none(val)) -> &i64 impls five { *p = 5; p }
     val m(a: i64) -> i64 { returns five() }
     fn f(a: i64) -> i64 impls m { var x = 1; let t = a < 0 || *set(&x) > 0; x }",
    "extern(gpu) twice(x: i32) -> o: i32 { dimensions: 1, cpu: double }
     tmln one_trip(e: Event) -> Event { l, r :- encode_event(e) s :- submit_event(r) returns sync_event(l, s) }
     val m(x: i32) -> bool { returns x < 0 && twice::<1>(x) > 0 }
     fn f(x: i32) -> bool impls m, one_trip {
         let e = encode_begin(gpu); encode e.copy[a <- x]; encode e.call[o <- twice::<1>(a)]; let fe = submit e;
         x < 0 && (await fe).o > 0
     }",
    // A variable that is hidden by another one of its name.
    "val m() -> i64 { returns 1 } fn f() -> i64 impls m { var x = 1; let r = &x; var x = 2; *r }",
    "val m(x: i64) -> i64 { returns x } fn f(a: i64) -> i64 impls m { var v = a; let r = &v; { var v = 3; *r } }",
    // A variable that becomes a reference, an encoder, a fence.
    "val m() -> i64 { returns 5 } fn f() -> i64 impls m { var x = 1; var r; r = &x; *r = 5; x }",
    // Two parameters that are one value.
    "val inc(x: i64) -> i64 { returns x + 1 }
     fn f(a: i64 @ input(val.x), b: i64 @ input(val.x)) -> i64 impls inc { a + 1 }",
    // Numbers of another type.
    "val m() -> f64 { returns (7 / 2) as f64 } fn f() -> f64 impls m { let a: f64 = 7; (a / 2) as f64 }",
    "val m() -> bool { returns 1 / 2 > 0 } fn f() -> bool impls m { let a: f64 = 1; a / 2 > 0 }",
    "val m() -> i64 { returns (200 + 100) as i64 } fn f() -> i64 impls m { let a: u8 = 200; (a + 100) as i64 }",
    "feq k { extern(gpu) kg(x: i64) -> o: f64 { dimensions: 1 } val k1(x: i64) -> f64 { returns (_dim0 / 2) as f64 } }
     fn kf(x: i64) -> f64 impls k1 { let d: f64 = _dim0; (d / 2) as f64 }",
    // A part of a val on another grid, and one that is computed never.
    "feq k { extern(gpu) kg(x: i64) -> o: i64 { dimensions: 1 } val k1(x: i64) -> i64 { g :- x + _dim0 returns g * 2 } }
     fn kp(x: i64) -> i64 @ node(val.g) impls k1 { x + _dim0 } fn kf(x: i64) -> i64 impls k1 { kp::<7>(x) * 2 }",
    "val foo(x: i64) -> i64 { g :- x + 10 h :- g * 2 returns h } fn p(a: i64) -> i64 @ node(val.g) impls foo { p(a) }",
    // Work on a device that is hidden in what is chosen.
    "extern(gpu) twice(x: i32) -> o: i32 { dimensions: 1, cpu: double }
     tmln time(e: Event) -> Event { returns e }
     tmln one_trip(e: Event) -> Event { l, r :- encode_event(e) s :- submit_event(r) returns sync_event(l, s) }
     feq w { val tw(x: i32) -> i32 { returns twice::<1>(x) } extern(cpu) pure double(i32) -> i32 }
     fn tg(x: i32) -> i32 impls tw, one_trip {
         let e = encode_begin(gpu); encode e.copy[a <- x]; encode e.call[o <- twice::<1>(a)]; (await submit e).o
     }
     val g(x: i32) -> i32 { returns w(x) } fn gf(x: i32) -> i32 impls g { w(x) }
     val m(x: i32) -> i32 { returns g(x) } fn f(x: i32) -> i32 impls m, time { gf(x) }",
    // Two devices in one function.
    "extern(gpu) twice(x: i32) -> o: i32 { dimensions: 1, cpu: double }
     tmln two(e: Event) -> Event {
         l1, r1 :- encode_event(e) l2, r2 :- encode_event(l1) s1 :- submit_event(r1) s2 :- submit_event(r2)
         f1 :- sync_event(l2, s1) f2 :- sync_event(f1, s2) returns f2
     }
     val m(x: i32, y: i32) -> i32 { returns twice::<1>(x) - twice::<1>(y) }
     fn f(g1: &Device, g2: &Device, x: i32, y: i32) -> i32 impls m, two {
         let e = encode_begin(g1); let h = encode_begin(g2); encode e.copy[a <- x]; encode h.copy[b <- y];
         encode e.call[o <- twice::<1>(a)]; encode h.call[o <- twice::<1>(b)]; let f1 = submit e; let f2 = submit h;
         let u = (await f1).o; let v = (await f2).o; u - v
     }",
    // A variable that is lent twice, and one that is changed while it is lent.
    "val s(a: i64, b: i64) -> i64 { returns a + b } fn sf(a: &i64, b: &i64) -> i64 impls s { *a = *a + *b; *a }
     val m(y: i64) -> i64 { returns s(y, y) } fn f(v: i64) -> i64 impls m { var y = v; sf(&y, &y) }",
    "val s(a: i64, b: i64) -> i64 { returns a + b } fn sf(a: &i64, b: i64) -> i64 impls s { *a + b }
     val m() -> i64 { returns s(7, 1) } fn f() -> i64 impls m { var a = 3; sf(&a, { a = 7; 1 }) }",
    // A variable with a function's name.
    "val inc(x: i64) -> i64 { returns x + 1 } fn inc1(x: i64) -> i64 impls inc { x + 1 }
     val m(x: i64) -> i64 { returns inc(x) } fn f(inc1: i64) -> i64 impls m { inc1(inc1) }",
];

const RIGHT: &[&str] = &[
    "val m(a: i64) -> i64 { returns 2 if a < 0 else 1 }
     fn f(a: i64) -> i64 impls m { var x = 1; if a < 0 { x = 2; } x }",
    "val m(a: bool, b: bool) -> bool { returns a && b || !a } fn f(a: bool, b: bool) -> bool impls m { a && b || !a }",
    // References that may lead to one of two parameters, by a call of itself.
    "val m(x: i64, y: i64, c: bool) -> i64 { returns y + x if c else x }
     fn f(a: i64, b: i64, c: bool) -> i64 impls m { if c { b + a } else { a } }",
    "val one(x: i64) -> i64 { returns x + 1 } fn one_impl(a: &i64) -> &i64 impls one { *a = *a + 1; a }
     val m(x: i64) -> i64 { returns one(one(x)) }
     fn f(x: i64) -> i64 impls m { var x = x; let x = one_impl(&x); *one_impl(x) }",
    "feq k { extern(gpu) kg(x: i64) -> o: i64 { dimensions: 1 } val k1(x: i64) -> i64 { g :- x + _dim0 returns g * 2 } }
     fn kp(x: i64) -> i64 @ node(val.g) impls k1 { x + _dim0 } fn kf(x: i64) -> i64 impls k1 { kp::<_dim0>(x) * 2 }",
];

/// Which of two parameters a reference leads to is not known, and this ends.
#[test]
fn references_that_go_round_end() {
    let found = messages(
        "val m(x: i64, y: i64, c: bool) -> i64 { returns m(x, y, c) if c else x }
         fn f(a: &i64, b: &i64, c: bool) -> &i64 impls m { if c { f(b, a, c) } else { a } }",
    );
    assert!(found.iter().all(|text| text.contains("\nhelp: ")), "{found:#?}");
}
