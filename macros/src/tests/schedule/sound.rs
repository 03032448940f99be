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
    // Parameters of an order by their names, of a member by tags, and a call by place.
    "val sub(x: f64, y: f64) -> f64 { returns x - y } fn g(y: f64, x: f64) -> f64 impls sub { eval(x, y) }
     val m(x: f64, y: f64) -> f64 { returns sub(x, y) } fn f(x: f64, y: f64) -> f64 impls m { g(x, y) }",
    "val sub(x: f64, y: f64) -> f64 { returns x - y } fn g(y: f64, x: f64) -> f64 impls sub { eval(x, y) }
     val m(x: f64, y: f64) -> f64 { returns sub(x, y) } fn f(x: f64, y: f64) -> f64 impls m { sub(x, y) }",
    "space expr: Batch<Math>; val cost(n: Math, u: f64, w: f64) -> f64 { returns u - 2.0 * w }
     fn c1(b: &Batch<expr>, w: f64, u: f64) -> Data<expr, f64> impls cost { bottom_up(b) }
     fn c2(b: &Batch<expr>, u: f64, w: f64) -> Data<expr, f64> impls cost { c1(b, u, w) }",
    "space expr: Batch<Math>; val cost(n: Math, u: f64, w: f64) -> f64 { returns u - 2.0 * w }
     fn c1(b: &Batch<expr>, w: f64, u: f64) -> Data<expr, f64> impls cost { bottom_up(b) }
     tmln one_trip(e: Event) -> Event { l, r :- encode_event(e) s :- submit_event(r) returns sync_event(l, s) }
     fn c2(b: &Batch<expr>, u: f64, w: f64) -> Data<expr, f64> impls cost, one_trip {
         let e = encode_begin(gpu); encode e.copy[b <- b]; encode e.copy[u <- u]; encode e.copy[w <- w];
         encode e.call[o <- cost::<8>(b, u, w)]; (await submit e).o
     }",
    "val sub(x: i64, y: i64) -> i64 { returns x - y }
     fn g(a: i64, b: i64) -> i64 impls sub { @in { a: input(val.y), b: input(val.x) }; b - a }
     val m(x: i64, y: i64) -> i64 { returns sub(x, y) } fn f(x: i64, y: i64) -> i64 impls m { sub(x, y) }",
    "val q(a: i64, b: i64) -> i64 { g :- a + b returns g * 2 }
     fn part(g: i64, b: i64) -> i64 impls q { @in { g: node(val.g), b: input(val.b) }; g * 2 }
     val m(x: i64, y: i64) -> i64 { returns q(x, y) } fn f(x: i64, y: i64) -> i64 impls m { q(x, y) }",
    "val sub(x: i64, y: i64) -> i64 { returns x - y }
     fn g(a: i64, b: i64) -> i64 impls sub { @in { a: input(val.y), b: input(val.x) }; b - a }
     tmln one_trip(e: Event) -> Event { l, r :- encode_event(e) s :- submit_event(r) returns sync_event(l, s) }
     val m(x: i64, y: i64) -> i64 { returns sub(x, y) }
     fn f(x: i64, y: i64) -> i64 impls m, one_trip {
         let e = encode_begin(gpu); encode e.copy[x <- x]; encode e.copy[y <- y];
         encode e.call[z <- sub::<1>(x, y)]; (await submit e).z
     }",
    "val sub(x: i64, y: i64) -> i64 { returns x - y }
     fn g(a: i64 @ input(val.y), b: i64 @ input(val.x)) -> i64 impls sub { b - a }
     val m(x: i64, y: i64) -> i64 { returns sub(x, y) } fn f(x: i64, y: i64) -> i64 impls m { ??? }",
    "val two(x: i64) -> (a: i64, b: i64) { returns (x + 1, x - 1) }
     fn g(x: i64) -> (i64 @ node(val.b), i64 @ node(val.a)) impls two { (x - 1, x + 1) }
     val m(x: i64) -> i64 { p, q :- two(x) returns p } fn f(x: i64) -> i64 impls m { ??? }",
    // What a `match` and a list do besides.
    "val m(a: i64) -> i64 { returns 1 } val five() -> i64 { returns 5 }
     fn set(p: &i64 @ none(val)) -> &i64 impls five { *p = 5; p }
     fn f(a: i64) -> i64 impls m { var x = 1; let t = match a { 0 => *set(&x), _ => 2 }; x }",
    "val m(a: i64) -> i64 { returns 1 } fn f(a: i64) -> i64 impls m { var x = 1; let t = match { x = 2; a } { 0 => 3, _ => 2 }; x }",
    "val m(a: i64) -> i64 { returns 1 } fn f(a: i64) -> i64 impls m { var x = 1; let t = sum({ x = 2; i } for i in 0..3); x }",
    "val m(a: i64) -> i64 { returns 1 } fn f(a: i64) -> i64 impls m { var x = 1; let t = sum(i for i in 0..{ x = 2; 3 }); x }",
    // One value that is returned twice.
    "val m(x: i64) -> (i64, i64) { g :- x * 2 p :- g + 1 returns (p, p) }
     fn a(x: i64) -> (i64 @ node(val.g), i64 @ node(val.p)) impls m { let g = x * 2; (g, g + 1) }
     val n(x: i64) -> i64 { u, v :- m(x) returns u } fn f(x: i64) -> i64 impls n { let (u, v) = a(x); u }",
    // A dimension that is a small number.
    "feq k { extern(gpu) kg(x: i64) -> o: i64 { dimensions: 2 } val k1(x: i64) -> i64 { returns x + ((_dim0 - _dim1) as i64) } }
     fn kf(x: i64) -> i64 impls k1 { let d: u8 = _dim0; let e: u8 = _dim1; x + ((d - e) as i64) }",
    // A part of a timeline that is chosen, memory that is chosen, and a timeline beside one that is.
    "extern(gpu) twice(x: i32) -> o: i32 { dimensions: 1, cpu: double } extern(cpu) pure double(i32) -> i32;
     tmln two_trips(e: Event) -> Event {
         l, r :- encode_event(e) s :- submit_event(r) mid :- sync_event(l, s)
         m, q :- encode_event(mid) t :- submit_event(q) returns sync_event(m, t)
     }
     val tw(x: i32) -> i32 { returns twice::<1>(x) }
     fn half(x: i32) -> i32 impls tw, two_trips {
         @in { input: node(tmln.mid) };
         let e = encode_begin(gpu); encode e.copy[a <- x]; encode e.call[o <- twice::<1>(a)]; (await submit e).o
     }
     tmln outer(e: Event) -> Event { returns two_trips(e) }
     val m(x: i32) -> i32 { returns tw(x) } fn f(x: i32) -> i32 impls m, outer { tw(x) }",
    "extern(gpu) twice(x: i32) -> o: i32 { dimensions: 1, cpu: double } extern(cpu) pure double(i32) -> i32;
     tmln one_trip(e: Event) -> Event { l, r :- encode_event(e) s :- submit_event(r) returns sync_event(l, s) }
     tmln two_trips(e: Event) -> Event { returns one_trip(one_trip(e)) }
     sptl two(s: BufferSpace) -> BufferSpace { a :- alloc[i32](s) returns alloc[i32](a) }
     val tw(x: i32) -> i32 { returns twice::<1>(x) }
     fn g(x: i32) -> i32 impls tw, one_trip, two {
         let e = encode_begin(gpu); encode e.copy[a <- x]; encode e.call[o <- twice::<1>(a)]; (await submit e).o
     }
     val m(x: i32) -> i32 { returns twice::<1>(tw(x)) }
     fn f(x: i32) -> i32 impls m, two_b, two {
         let y = tw(x);
         let e = encode_begin(gpu); encode e.copy[a <- y]; encode e.call[o <- twice::<1>(a)]; (await submit e).o
     }
     tmln two_b(e: Event) -> Event { m :- one_trip(e) l, r :- encode_event(m) s :- submit_event(r) returns sync_event(l, s) }",
    "extern(gpu) twice(x: i32) -> o: i32 { dimensions: 1, cpu: double }
     tmln one_trip(e: Event) -> Event { l, r :- encode_event(e) s :- submit_event(r) returns sync_event(l, s) }
     feq w { val tw(x: i32) -> i32 { returns twice::<1>(x) } extern(cpu) pure double(i32) -> i32 }
     fn tg(x: i32) -> i32 impls tw, one_trip {
         let e = encode_begin(gpu); encode e.copy[a <- x]; encode e.call[o <- twice::<1>(a)]; (await submit e).o
     }
     val m(x: i32) -> i32 { returns w(x) + w(x) } fn f(x: i32) -> i32 impls m { w(x) + tg(x) }",
    // An order of all rows is no member of the class of values.
    "space rows; val sq(x: f64) -> f64 { returns x * x } fn sqs(x: &Data<rows, f64>) -> Data<rows, f64> impls sq { map(x) }
     val m(x: f64) -> f64 { returns sq(x) } fn f(x: f64) -> f64 impls m { sq(x) }",
    // A column of its own has one name.
    "space expr: Batch<Math>; val cost(n: Math) -> f64 { returns 1.0 }
     fn c1(b: &Batch<expr>) -> Data<expr, f64> impls cost { bottom_up(b) }
     fn c2(b: &Batch<expr>) -> Data<expr, f64> impls cost { let d = c1(b); let e = d; let g = d; e }",
    // A derivative is another value than its val.
    "val sq(x: f64) -> f64 { returns x * x } fn d(x: f64) -> (f64, f64) impls vjp(sq) { eval(x) }
     val m(x: f64) -> f64 { returns sq(x) } fn f(x: f64) -> f64 impls m { let a, b = d(x); a }",
    // What is computed nowhere, with parameters in another order.
    "val m(x: i64, y: i64) -> i64 { z :- x + y returns x - y }
     fn f(a: i64 @ input(val.y), b: i64 @ input(val.x)) -> i64 impls m { b - a }",
    // What is handed on has a value.
    "extern(gpu) twice(x: i32) -> o: i32 { dimensions: 1, cpu: double } extern(cpu) pure double(i32) -> i32;
     tmln one_trip(e: Event) -> Event { l, r :- encode_event(e) s :- submit_event(r) returns sync_event(l, s) }
     tmln end(e: Event, r: Encoder) -> (Event, Fence) { returns (e, submit_event(r)) }
     type W = { x: i32, y: i32, o: i32 }; type R = { o: i32 };
     val m(x: i32) -> i32 { returns twice::<1>(x) }
     fn finish(e: Encoder<W>) -> Fence<R> impls m, end {
         @in { e.x: input(val.x), e.y: none(val), e.o: none(val)-dead }; encode e.call[o <- twice::<1>(x)]; submit e
     }
     fn f(x: i32) -> i32 impls m, one_trip {
         let e = encode_begin(gpu); encode e.copy[x <- x]; (await finish(e)).o
     }",
    // Names of encoders and fences: one each.
    "extern(gpu) twice(x: i32) -> o: i32 { dimensions: 1, cpu: double }
     tmln one_trip(e: Event) -> Event { l, r :- encode_event(e) s :- submit_event(r) returns sync_event(l, s) }
     val m(x: i32) -> i32 { returns twice::<1>(x) }
     fn f(x: i32) -> i32 impls m, one_trip {
         let e = encode_begin(gpu); let e2 = e; encode e.copy[a <- x]; encode e2.call[o <- twice::<1>(a)]; (await submit e2).o
     }",
    "extern(gpu) twice(x: i32) -> o: i32 { dimensions: 1, cpu: double }
     tmln one_trip(e: Event) -> Event { l, r :- encode_event(e) s :- submit_event(r) returns sync_event(l, s) }
     val m(x: i32) -> i32 { returns twice::<1>(x) }
     fn f(x: i32) -> i32 impls m, one_trip {
         let e = encode_begin(gpu); encode e.copy[a <- x]; encode e.call[o <- twice::<1>(a)]; let f = submit e; let g = f; (await f).o
     }",
    // A grid that is known too late, and one that is not there.
    "feq k { extern(gpu) kg(x: i64) -> o: i64 { dimensions: 1 } val k1(x: i64) -> i64 { returns x + _dim0 } }
     fn kf(x: i64) -> i64 impls k1 { x + _dim0 }
     val m(x: i64) -> i64 { returns k::<4>(x) } fn f(x: i64) -> i64 impls m { let c = 4; kf::<c>(x) }",
    "feq k { extern(gpu) kg(x: i64) -> o: i64 { dimensions: 1 } val k1(x: i64) -> i64 { returns x + _dim0 } }
     fn kf(x: i64) -> i64 impls k1 { x + _dim0 }
     val m(x: i64) -> i64 { returns k::<4>(x) } fn f(x: i64) -> i64 impls m { k(x) }",
    "feq k { extern(gpu) kg(x: i64) -> o: i64 { dimensions: 1 } val k1(x: i64) -> i64 { returns x + _dim0 } }
     fn kf(x: i64) -> i64 impls k1 { x + _dim0 }
     tmln one_trip(e: Event) -> Event { l, r :- encode_event(e) s :- submit_event(r) returns sync_event(l, s) }
     val m(x: i64) -> i64 { returns k::<4>(x) }
     fn f(x: i64) -> i64 impls m, one_trip {
         let e = encode_begin(gpu); encode e.copy[a <- x]; encode e.call[o <- kg::<4>(a)]; (await submit e).o
     }",
    // References past what hides where they lead, and in a tuple.
    "val m(a: i64) -> i64 { returns a } fn f(a: i64) -> i64 impls m { var x = a; let r = &x; *{ var x = 3; r } }",
    "val m(a: i64) -> i64 { returns a } fn f(p: &i64) -> &i64 impls m { let r = p; var p = 7; r }",
    "val m(a: i64) -> i64 { returns a } fn f(a: i64) -> i64 impls m { var x = a; let t = (&x, 1); *t.0 }",
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
    // Parameters in another order, each given what its name says.
    "val sub(x: f64, y: f64) -> f64 { returns x - y } fn g(y: f64, x: f64) -> f64 impls sub { eval(x, y) }
     val m(x: f64, y: f64) -> f64 { returns sub(x, y) } fn f(x: f64, y: f64) -> f64 impls m { g(y, x) }",
    "space expr: Batch<Math>; val cost(n: Math, u: f64, w: f64) -> f64 { returns u - 2.0 * w }
     fn c1(b: &Batch<expr>, w: f64, u: f64) -> Data<expr, f64> impls cost { bottom_up(b) }
     fn c2(b: &Batch<expr>, u: f64, w: f64) -> Data<expr, f64> impls cost { c1(b, w, u) }",
    "val sub(x: i64, y: i64) -> i64 { returns x - y }
     fn g(x: i64 @ input(val.x), y: i64) -> i64 impls sub { @in { y: input(val.y) }; x - y }
     val m(x: i64, y: i64) -> i64 { returns sub(x, y) } fn f(x: i64, y: i64) -> i64 impls m { sub(x, y) }",
    "space expr: Batch<Math>; val cost(n: Math) -> f64 { returns 1.0 }
     fn c1(b: &Batch<expr>) -> Data<expr, f64> impls cost { bottom_up(b) }
     fn c2(b: &Batch<expr>) -> Data<expr, f64> impls cost { let c = b; let d = b; let e = c1(c); let g = e; g }",
    // One value that is returned twice.
    "val two(x: i64) -> (i64, i64) { returns (x, x) } fn two1(x: i64) -> (i64, i64) impls two { (x, x) }
     val m(x: i64) -> i64 { a, b :- two(x) returns a - b } fn f(x: i64) -> i64 impls m { let (a, b) = two1(x); a - b }",
    "feq k { extern(gpu) kg(x: i64) -> o: i64 { dimensions: 2 } val k1(x: i64) -> i64 { returns x + ((_dim0 - _dim1) as i64) } }
     fn kf(x: i64) -> i64 impls k1 { let d = _dim0; x + ((d - _dim1) as i64) }",
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
