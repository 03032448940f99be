//! Holes that stand for statements: what a timeline says happens there.

use polarnet::{device::Device, schedule};

fn double(x: i32) -> i32 {
    2 * x
}

fn add(x: i32, y: i32) -> i32 {
    x + y
}

fn parts(x: i32, y: i32) -> (i32, i32) {
    (x / y, x % y)
}

schedule! {
    extern(gpu) twice(x: i32) -> out: i32 { dimensions: 1, cpu: double }
    extern(gpu) sum(x: i32, y: i32) -> out: i32 { dimensions: 1, cpu: add }
    extern(gpu) divided(x: i32, y: i32) -> (q: i32, r: i32) { dimensions: 1, cpu: parts }

    tmln one_trip(e: Event) -> Event {
        here, there :- encode_event(e)
        fence :- submit_event(there)
        returns sync_event(here, fence)
    }
    tmln two_trips(e: Event) -> Event {
        here1, there1 :- encode_event(e)
        fence1 :- submit_event(there1)
        back1 :- sync_event(here1, fence1)
        here2, there2 :- encode_event(back1)
        fence2 :- submit_event(there2)
        returns sync_event(here2, fence2)
    }
    tmln double_sync(e: Event) -> Event {
        here1, there1 :- encode_event(e)
        fence1 :- submit_event(there1)
        here2, there2 :- encode_event(here1, fence1)
        fence2 :- submit_event(there2)
        back1 :- sync_event(here2, fence1)
        returns sync_event(back1, fence2)
    }

    // The second kernel takes what is made of the first one's result: there is one order.
    val chained(x: i32, y: i32) -> i32 {
        a :- twice::<1>(x + y)
        returns twice::<1>(a - 1) * y
    }
    fn by_hand(gpu: &Device, x: i32, y: i32) -> i32 impls chained, two_trips {
        let e = encode_begin(gpu);
        encode e.copy[s <- x + y];
        encode e.call[a <- twice::<1>(s)];
        let f = submit e;
        let a = (await f).a;
        let e = encode_begin(gpu);
        encode e.copy[b <- a - 1];
        encode e.call[c <- twice::<1>(b)];
        let f = submit e;
        (await f).c * y
    }
    fn whole(gpu: &Device, x: i32, y: i32) -> i32 impls chained, two_trips { ??? }
    fn first_trip(gpu: &Device, x: i32, y: i32) -> i32 impls chained, two_trips {
        ???;
        let e = encode_begin(gpu);
        encode e.copy[b <- ???];
        encode e.call[c <- twice::<1>(b)];
        let f = submit e;
        (await f).c * y
    }
    fn second_trip(gpu: &Device, x: i32, y: i32) -> i32 impls chained, two_trips {
        let e = encode_begin(gpu);
        encode e.copy[s <- x + y];
        encode e.call[a <- twice::<1>(s)];
        let f = submit e;
        ???
    }
    fn each_step(gpu: &Device, x: i32, y: i32) -> i32 impls chained, two_trips {
        let e = ???;
        encode e.copy[s <- x + y];
        encode e.call[a <- twice::<1>(s)];
        let f = ???;
        let a = (await f).a;
        let e2 = ???;
        encode e2.copy[b <- a - 1];
        encode e2.call[c <- twice::<1>(b)];
        (await ???).c * ???
    }
    fn the_commands(gpu: &Device, x: i32, y: i32) -> i32 impls chained, two_trips {
        let e = encode_begin(gpu);
        ???;
        let f = submit e;
        let a = (await f).a;
        let e2 = encode_begin(gpu);
        ???;
        let f2 = submit e2;
        let c = (???).c;
        c * y
    }

    // Both are under way at once, and what is written says which is which.
    val two(x: i32, y: i32) -> (i32, i32) {
        a :- twice::<1>(x)
        b :- twice::<1>(y)
        returns (a, b)
    }
    fn at_once(gpu: &Device, x: i32, y: i32) -> (i32, i32) impls two, double_sync {
        let e = encode_begin(gpu);
        encode e.copy[x <- x];
        encode e.call[a <- twice::<1>(x)];
        ???;
        let a = (await ???).a;
        ???
    }
    fn the_second(gpu: &Device, x: i32, y: i32) -> (i32, i32) impls two, double_sync {
        ???;
        let e2 = encode_begin(gpu);
        encode e2.copy[y <- y];
        encode e2.call[b <- twice::<1>(y)];
        let f2 = submit e2;
        let a, b = ???;
        (a, b)
    }

    // Kernels of kernels stay on the device, and what is copied is copied once.
    val nested(x: i32, y: i32) -> i32 {
        q, r :- divided::<1>(twice::<1>(x), y)
        returns sum::<1>(q, y) + r
    }
    fn nested_here(gpu: &Device, x: i32, y: i32) -> i32 impls nested, one_trip {
        let e = encode_begin(gpu);
        encode e.copy[x_gpu <- x];
        encode e.copy[y_gpu <- y];
        encode e.call[x2 <- twice::<1>(x_gpu)];
        encode e.call[q, r <- divided::<1>(x2, y_gpu)];
        encode e.call[s <- sum::<1>(q, y_gpu)];
        let ready = await submit e;
        ready.s + ready.r
    }
    fn nested_whole(gpu: &Device, x: i32, y: i32) -> i32 impls nested, one_trip { ??? }
    fn nested_named(gpu: &Device, x: i32, y: i32) -> i32 impls nested, one_trip {
        let e = encode_begin(gpu);
        ???;
        encode e.call[s <- sum::<1>(q, z)];
        let ready = ???;
        ready.s + ready.r
    }
}

#[test]
fn a_second_trip_that_waits_for_the_first() {
    let gpu = Device::threads();
    let expected = by_hand(&gpu, 3, 4);
    assert_eq!(expected, 104);
    for body in [whole, first_trip, second_trip, each_step, the_commands] {
        let before = gpu.counts();
        assert_eq!(body(&gpu, 3, 4), expected);
        let after = gpu.counts();
        assert_eq!(after.synchronisations - before.synchronisations, 2);
        assert_eq!(after.launches - before.launches, 2);
        assert_eq!(after.submissions - before.submissions, 2);
    }
}

#[test]
fn two_trips_at_once() {
    let gpu = Device::threads();
    assert_eq!((at_once(&gpu, 3, 4), the_second(&gpu, 3, 4)), ((6, 8), (6, 8)));
    assert_eq!((gpu.counts().launches, gpu.counts().synchronisations), (4, 4));
}

#[test]
fn what_stays_on_the_device() {
    let gpu = Device::threads();
    let mut copies = Vec::new();
    for body in [nested_here, nested_whole, nested_named] {
        let before = gpu.counts();
        assert_eq!(body(&gpu, 10, 3), 11);
        copies.push(gpu.counts().copies - before.copies);
    }
    assert_eq!(copies[0], copies[1]);
}

fn sum_to(a: i32, b: i32) -> i32 {
    (a..=b).sum()
}

schedule! {
    feq rec_sum {
        extern(cpu) pure sum_to(i32, i32) -> i32
        extern(gpu) rec_sum_gpu(a: i32, b: i32) -> out: i32 { dimensions: 3 }
        val rec_sum(a: i32, b: i32) -> i32 {
            returns 0 if a > b else a if a == b else rec_sum::<_dim0, _dim1, _dim2>(a + 1, b) + a
        }
    }
    val select_sum(a: i32, b: i32, c: i32) -> i32 {
        x :- rec_sum::<1, 1, 1>(a, b)
        returns rec_sum::<1, 1, 1>(b, c) if x < 0 else x
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
    fn on_the_cpu(a: i32, b: i32, c: i32) -> i32 impls select_sum {
        let x = sum_to(a, b);
        if x < 0 { sum_to(b, c) } else { x }
    }
    fn one_is_written(a: i32, b: i32, c: i32) -> i32 impls select_sum, double_sync {
        let e = encode_begin(gpu);
        encode e.copy[a_gpu <- a];
        encode e.copy[b_gpu <- b];
        encode e.call[x_gpu <- rec_sum_gpu::<1, 1, 1>(a_gpu, b_gpu)];
        let f1 = submit e;
        ???;
        let x = (await f1).x_gpu;
        ???
    }
    fn names_only(a: i32, b: i32, c: i32) -> i32 impls select_sum, double_sync {
        let e = encode_begin(gpu);
        encode e.copy[a <- a];
        encode e.copy[b <- b];
        encode e.call[x <- rec_sum_gpu::<1, 1, 1>(a, b)];
        let f1 = ???;
        let e2 = encode_begin(gpu);
        ???;
        let f2 = submit e2;
        let x = (await f1).x;
        let r = ???;
        if x < 0 { r } else { x }
    }

    // Functions that are part of a timeline.
    extern(gpu) simple(x: i32) -> out: i32 { dimensions: 1, cpu: triple }
    tmln part(e: Event, r: Encoder) -> (Event, Fence) {
        returns (e, submit_event(r))
    }
    tmln all(e: Event) -> Event {
        loc, rem :- encode_event(e)
        ret, f :- part(loc, rem)
        returns sync_event(ret, f)
    }
    type Both = { y: i32, z: i32 };
    val last(y: i32) -> (i32, i32) {
        z :- simple::<1>(y)
        returns (y, z)
    }
    val nine(x: i32) -> i32 {
        a :- simple::<1>(x)
        y, z :- last(a)
        returns z + 1
    }
    fn nine_of(x: i32) -> i32 impls all, nine {
        let e = encode_begin(gpu);
        encode e.copy[x <- x];
        encode e.call[y <- simple::<1>(x)];
        let ready = await the_submit(e);
        ready.z + 1
    }
    fn the_submit(e: Encoder<Both>) -> Fence<Both> impls part, last {
        @in { e.y: input(val.y), e.z: none(val)-dead };
        encode e.call[z <- simple::<1>(y)];
        ???
    }
}

fn triple(x: i32) -> i32 {
    3 * x
}

#[test]
fn parts_of_a_timeline() {
    assert_eq!(nine_of(2), 19);
}

#[test]
fn kernels_of_classes() {
    for (a, b, c) in [(1, 10, 20), (-5, 2, 9)] {
        let expected = on_the_cpu(a, b, c);
        assert_eq!((one_is_written(a, b, c), names_only(a, b, c)), (expected, expected));
    }
}

schedule! {
    extern(gpu) twice(x: i32) -> out: i32 { dimensions: 1, cpu: double }
    tmln one_trip(e: Event) -> Event {
        here, there :- encode_event(e)
        fence :- submit_event(there)
        returns sync_event(here, fence)
    }
    sptl two_places(s: BufferSpace) -> BufferSpace {
        a :- alloc[i32](s)
        returns alloc[i32](a)
    }
    val r#match(x: i32) -> i32 { returns twice::<1>(x) + 1 }
    fn in_two_places(x: i32) -> i32 impls r#match, one_trip, two_places { ??? }
    // What is copied is not copied again.
    fn copied_before(x: i32) -> i32 impls r#match, one_trip, two_places {
        let e = ???;
        encode e.copy[r#type <- x];
        ???;
        let r#in = await submit e;
        r#in.y + ???
    }
    val both(x: i32) -> (i32, i32) {
        q :- twice::<1>(x)
        returns (q, x - q)
    }
    fn several(x: i32) -> (i32, i32) impls both, one_trip {
        let encoder, fence = ???;
        (encoder, fence)
    }
    fn a_value(x: i32) -> (i32, i32) impls both, one_trip {
        let r = ???;
        (r, x - r)
    }
}

#[test]
fn memory_and_names() {
    assert_eq!((in_two_places(3), copied_before(3)), (7, 7));
    assert_eq!((several(3), a_value(3)), ((6, -3), (6, -3)));
}
