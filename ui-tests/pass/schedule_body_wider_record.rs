use polarnet::schedule;

fn twice(x: i32) -> i32 {
    2 * x
}

schedule! {
    extern(gpu) simple(x: i32) -> out: i32 { dimensions: 3, cpu: twice }
    val foo(x: i32) -> i32 {
        y :- simple::<1, 1, 1>(x)
        z :- simple::<1, 1, 1>(x)
        a, b :- bar(y, z)
        returns combine(a, b)
    }
    val bar(y: i32, z: i32) -> (i32, i32) { returns (y, z) }
    val combine(y: i32, z: i32) -> i32 { returns y }
    tmln bar_time(e: Event, r: Encoder) -> (Event, Fence) {
        sub :- submit_event(r)
        returns (e, sub)
    }
    tmln foo_time(e: Event) -> Event {
        loc, rem :- encode_event(e)
        ret, f :- bar_time(loc, rem)
        returns sync_event(ret, f)
    }
    type R = { foo: i32::<storage, map_read>, baz: i32::<storage, map_read> };
    type T = { foo: i32 };
    fn foo_impl(x: &i32) -> T impls foo_time, foo {
        let e = encode_begin(gpu);
        encode e.copy[x_gpu <- x];
        encode e.call[foo <- simple::<1, 1, 1>(x_gpu)];
        encode e.call[baz <- simple::<1, 1, 1>(x_gpu)];
        combine_impl(await bar_impl(e))
    }
    fn bar_impl(e: Encoder<R>) -> Fence<R> impls bar_time, bar {
        submit e
    }
    fn combine_impl(r: R) -> T impls combine {
        r
    }
}

fn main() {
    assert_eq!(foo_impl(&5).foo, 10);
}
