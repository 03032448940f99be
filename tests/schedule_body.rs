//! Bodies that are written by hand, and checked against their vals.

use polarnet::schedule;

schedule! {
    val rec_sum(a: i64, b: i64) -> i64 {
        returns 0 if a > b else a if a == b else rec_sum(a + 1, b) + a
    }
    fn rec_sum_impl(a: i64, b: i64) -> i64 impls rec_sum {
        if a > b {
            0
        } else if a == b {
            a
        } else {
            rec_sum_impl(a + 1, b) + a
        }
    }
    pipeline main { rec_sum_impl }
}

#[test]
fn recursion() {
    assert_eq!(rec_sum_impl(1, 10), 55);
    assert_eq!(rec_sum_impl(3, 2), 0);
}

schedule! {
    tmln time(e: Event) -> Event { returns e }
    sptl space_of(s: BufferSpace) -> BufferSpace { returns s }
    val min() -> i64 {
        returns (2 if 2 < 1 else 1) + 1
    }
    fn min_impl() -> i64 impls min, time, space_of {
        let r = if 2 < 1 { 2 } else { 1 };
        r + 1
    }
    val least(a: i64, b: i64) -> i64 { returns a if a < b else b }
    fn least_impl(a: i64, b: i64) -> i64 impls least {
        var v;
        if a < b {
            v = a;
        } else {
            v = b;
        }
        v
    }
    val inc(a: i64) -> i64 { returns a + 1 }
    val fifty() -> i64 { c :- 50 returns inc(c) }
    fn fifty_impl() -> i64 impls fifty, time, space_of {
        var x = 50;
        *inc_impl(&x)
    }
    fn inc_impl(a: &i64) -> &i64 impls inc, time, space_of {
        *a = *a + 1;
        a
    }
    val ten() -> i64 { returns 10 }
    val forward() -> i64 { returns ten() }
    fn forward_impl() -> i64 impls forward, time, space_of {
        var x;
        *ten_impl(&x)
    }
    fn ten_impl(a: &i64 @ none(val)-dead) -> &i64 impls ten, time, space_of {
        *a = 10;
        a
    }
    val foo(x: i64) -> i64 {
        g :- x + 10
        h :- g * 2
        k :- h + g
        returns k / 2
    }
    fn foo1(z: i64) -> i64 impls foo, time, space_of {
        let g @ node(val.g), h @ node(val.h) = foo2(z);
        (h + g) / 2
    }
    fn foo2(a: i64 @ node(val)) -> (i64 @ node(val.g), i64 @ node(val.h)) impls foo, time, space_of {
        let g = a + 10;
        (g, g * 2)
    }
    val ones(x: i64) -> i64 {
        a :- 1
        b :- 1
        c :- 1
        returns x
    }
    fn ones_impl(z: i64) -> i64 impls ones, time, space_of {
        let x @ node(val.a) = 1;
        let y = 1 @ node(val.b);
        let h = 1 @ node(val.c);
        z
    }
}

#[test]
fn values() {
    assert_eq!(min_impl(), 2);
    assert_eq!((least_impl(3, 4), least_impl(4, 3)), (3, 3));
    assert_eq!(fifty_impl(), 51);
    assert_eq!(forward_impl(), 10);
    assert_eq!(foo1(5), 22);
    assert_eq!(ones_impl(7), 7);
}

fn sum_to(a: i32, b: i32) -> i32 {
    (a..=b).sum()
}

schedule! {
    tmln time(e: Event) -> Event { returns e }
    sptl space_of(s: BufferSpace) -> BufferSpace { returns s }
    feq rec_sum {
        extern(cpu) pure sum_to(i32, i32) -> i32
        extern(gpu) rec_sum_gpu(a: i32, b: i32) -> out: i32 {
            path: "rec_sum.cu",
            dimensions: 3,
        }
        val rec_sum(a: i32, b: i32) -> i32 {
            returns 0 if a > b else a if a == b else rec_sum::<_dim0, _dim1, _dim2>(a + 1, b) + a
        }
    }
    fn rec_sum_local(a: i32, b: i32) -> i32 impls rec_sum, time, space_of {
        if a > b {
            0
        } else if a == b {
            a
        } else {
            rec_sum_local::<_dim0, _dim1, _dim2>(a + 1, b) + a
        }
    }
    val select_sum(a: i32, b: i32, c: i32) -> i32 {
        x :- rec_sum::<1, 1, 1>(a, b)
        returns rec_sum::<1, 1, 1>(b, c) if x < 0 else x
    }
    fn select_sum_local(a: i32, b: i32, c: i32) -> i32 impls select_sum, time, space_of {
        let x = rec_sum_local::<1, 1, 1>(a, b);
        if x < 0 {
            rec_sum_local::<1, 1, 1>(b, c)
        } else {
            x
        }
    }
    tmln double_sync(e: Event) -> Event {
        loc1, rem1 :- encode_event(e)
        sub :- submit_event(rem1)
        loc2, rem2 :- encode_event(loc1, sub)
        sub2 :- submit_event(rem2)
        f1 :- sync_event(loc2, sub)
        f2 :- sync_event(f1, sub2)
        returns f2
    }
    fn select_sum_gpu(a: i32, b: i32, c: i32) -> i32 impls select_sum, double_sync, space_of {
        var a = a;
        var b = b;
        var c = c;
        let e = encode_begin(gpu);
        encode e.copy[a_gpu <- &a];
        encode e.copy[b_gpu <- &b];
        encode e.call[x_gpu <- rec_sum_gpu::<1, 1, 1>(a_gpu, b_gpu)];
        let f1 = submit e;
        let e2 = encode_begin(gpu);
        encode e2.copy[b_gpu <- &b];
        encode e2.copy[c_gpu <- &c];
        encode e2.call[x_gpu <- rec_sum_gpu::<1, 1, 1>(b_gpu, c_gpu)];
        let f2 = submit e2;
        let x = (await f1).x_gpu;
        let r = (await f2).x_gpu;
        if x < 0 {
            r
        } else {
            x
        }
    }
    pipeline main { select_sum_gpu }
}

#[test]
fn devices() {
    for (a, b, c) in [(1, 10, 20), (-5, 2, 9)] {
        assert_eq!(select_sum_gpu(a, b, c), select_sum_local(a, b, c));
    }
}

fn double(x: i32) -> i32 {
    2 * x
}

schedule! {
    extern(gpu) simple(x: i32) -> out: i32 {
        path: "simple.cu",
        entry: "main",
        dimensions: 3,
        cpu: double,
        in { group: 0, binding: 0, input: x },
        out { group: 0, binding: 1, output: out },
    }
    val foo(x: i32) -> out: i32 {
        c :- 1
        y1 :- simple::<c, c, c>(x)
        z1, z2, z3 :- bar(y1, x)
        res :- combine(z1, z2)
        returns res
    }
    val bar(x: i32, z: i32) -> (i32, i32, i32) {
        y2 :- simple::<1, 1, 1>(z)
        returns (x, y2, z)
    }
    val combine(x: i32, y: i32) -> i32 {
        returns x + y
    }
    tmln bar_time(e: Event, r: Encoder) -> (out: Event, enc_out: Fence) {
        sub :- submit_event(r)
        returns (e, sub)
    }
    tmln foo_time(e: Event) -> out: Event {
        loc, rem :- encode_event(e)
        ret, f :- bar_time(loc, rem)
        snc :- sync_event(ret, f)
        c1 :- combine_time(snc)
        returns c1
    }
    tmln combine_time(e: Event) -> out: Event { returns e }
    type R1 = {
        foo: i32::<storage, map_read>,
        baz: i32::<storage, map_read, copy_dst>,
        x_gpu: i32::<storage, copy_dst>,
    };
    type R2 = { foo: i32, baz: i32 };
    fn foo_impl(x: &i32) -> i32 impls foo_time, foo {
        let e = encode_begin(gpu);
        encode e.copy[x_gpu <- x];
        encode e.call[foo <- simple::<1, 1, 1>(x_gpu)];
        combine_impl(await bar_impl(e))
    }
    fn combine_impl(r: R2) -> i32 impls combine_time, combine {
        r.foo + r.baz
    }
    fn bar_impl(e: Encoder<R1>) -> Fence<R1> impls bar_time, bar {
        @in { e.x_gpu: input(val.z), e.foo: input(val.x), e.baz: none(val)-dead };
        encode e.call[baz <- simple::<1, 1, 1>(x_gpu)];
        submit e
    }
    pipeline main2 { foo_impl }
}

#[test]
fn records() {
    assert_eq!(foo_impl(&5), 20);
}

schedule! {
    val foo(x: i64) -> i64 {
        g :- x + 10
        h :- g * 2
        k :- h + g
        returns k / 2
    }
    fn holes(x: i64) -> i64 impls foo {
        let g = x + 10;
        let h = ???;
        (h + g) / 2
    }
    val both(a: i64, b: i64) -> (i64, bool) {
        returns (foo(a) if a < b else foo(b), a == b)
    }
    fn whole(a: i64, b: i64) -> (i64, bool) impls both {
        ???
    }
    val led(a: i64) -> i64 {
        returns -a * 3
    }
    fn led_impl(a: &i64) -> i64 impls led {
        ???
    }
    extern(gpu) twice(x: i32) -> out: i32 { dimensions: 1, cpu: double }
    val four(x: i32) -> i32 {
        returns twice::<1>(twice::<1>(x))
    }
    tmln one_trip(e: Event) -> Event {
        loc, rem :- encode_event(e)
        sub :- submit_event(rem)
        returns sync_event(loc, sub)
    }
    val thrice(x: i32, y: i32) -> i32 {
        returns twice::<1>(x + y) + x
    }
    fn thrice_impl(x: i32, y: i32) -> i32 impls thrice, one_trip {
        ???
    }
    fn four_impl(x: i32) -> i32 impls four, one_trip {
        let e = encode_begin(gpu);
        encode e.copy[x_gpu <- ???];
        encode e.call[y <- twice::<1>(x_gpu)];
        encode e.call[z <- twice::<1>(y)];
        let f = submit ???;
        (await ???).z
    }
}

#[test]
fn what_is_left_out() {
    assert_eq!(holes(5), 22);
    assert_eq!((whole(5, 6), whole(7, 6), whole(6, 6)), ((22, false), (24, false), (24, true)));
    assert_eq!(led_impl(&4), -12);
    assert_eq!(four_impl(3), 12);
    assert_eq!(thrice_impl(3, 4), 17);
}

use polarnet::columns::{Builder, Child, Node, space};

#[derive(Node, Clone, Copy, Debug)]
enum Math<I: Child> {
    Num(f64),
    Add(I, I),
    Neg(I),
}

schedule! {
    space expr: Batch<Math>;
    val cost(n: Math, unit: f64) -> f64 {
        returns match n {
            Num => unit,
            Add(a, b) => unit + cost[a] + cost[b],
            Neg(a) => unit + cost[a],
        }
    }
    fn costs(b: &Batch<expr>, unit: f64) -> Data<expr, f64> impls cost { bottom_up(b) }
    tmln one_trip(e: Event) -> Event {
        loc, rem :- encode_event(e)
        sub :- submit_event(rem)
        returns sync_event(loc, sub)
    }
    sptl on_gpu(s: BufferSpace) -> BufferSpace {
        b :- alloc[Math; expr](s)
        u :- alloc[f64](b)
        returns alloc[f64; expr](u)
    }
    fn costs_gpu(b: &Batch<expr>, unit: f64) -> Data<expr, f64> impls cost, one_trip, on_gpu {
        let e = encode_begin(gpu);
        encode e.copy[b_gpu <- b];
        encode e.copy[u_gpu <- unit];
        encode e.call[out <- cost::<4096>(b_gpu, u_gpu)];
        (await submit e).out
    }
}

#[test]
fn a_batch_on_a_device() {
    space!(Exprs, guard);
    let mut b = Builder::<_, MathLang>::new(guard);
    let one = b.push(Math::Num(1.0));
    let neg = b.push(Math::Neg(one));
    b.push(Math::Add(one, neg));
    let b = b.freeze();
    let (here, there) = (costs(&b, 1.0), costs_gpu(&b, 1.0));
    assert!(b.indices().all(|row| here[row] == there[row]));
}

schedule! {
    val product(a: i64, b: i64, c: i64) -> i64 {
        s :- a + b
        returns s * c
    }
    fn tagged(a: i64, b: i64, c: i64) -> i64 impls product {
        ((a + b) @ node(val.s)) * c
    }
}

#[test]
fn what_is_said_of_an_operand_changes_nothing() {
    assert_eq!(tagged(1, 2, 3), 9);
}

schedule! {
    val down(n: u64) -> u64 { returns if n == 0 { 0 } else { down(n - 1) + 1 } }
    fn by_the_val(n: u64) -> u64 impls down { if n == 0 { 0 } else { down(n - 1) + 1 } }
    fn by_its_name(n: u64) -> u64 impls down { if n == 0 { 0 } else { by_its_name(n - 1) + 1 } }
}

/// A thread of a test has 2 MiB: frames of so many calls do not fit there.
#[test]
fn a_body_calls_itself_as_deep_as_memory_goes() {
    assert_eq!(by_the_val(1_000_000), 1_000_000);
    assert_eq!(by_its_name(1_000_000), 1_000_000);
}
