use polarnet::schedule;

schedule! {
    val bar(v: i32) -> i32 { returns v }
    val foo(x: i32) -> i32 { returns bar(x) }
    tmln bar_time(e: Event, r: Encoder) -> Event {
        sub :- submit_event(r)
        returns sync_event(e, sub)
    }
    tmln foo_time(e: Event) -> Event {
        loc, rem :- encode_event(e)
        returns bar_time(loc, rem)
    }
    type R = { v: i32::<storage, map_read, copy_dst> };
    fn bar_impl(e: Encoder<R>) -> i32 impls bar_time, bar {
        let f = submit e;
        (await f).v
    }
    fn foo_impl(x: i32) -> i32 impls foo_time, foo {
        let e = encode_begin(gpu);
        encode e.copy[v <- x];
        encode e.copy[w <- x];
        bar_impl(e)
    }
}

fn main() {
    assert_eq!(foo_impl(8), 8);
}
