use polarnet::schedule;

schedule! {
    val bar(x: i32) -> i32 { returns x }
    val foo(x: i32) -> i32 { returns bar(x) }
    type R = { v: i32::<storage, map_read, copy_dst> };
    tmln bar_time(e: Event, r: Encoder) -> Event {
        sub :- submit_event(r)
        returns sync_event(e, sub)
    }
    tmln foo_time(e: Event) -> Event {
        loc, rem :- encode_event(e)
        returns bar_time(loc, rem)
    }
    fn bar_impl(e: Encoder<R>) -> i32 impls bar, bar_time { (await submit e).v }
    fn foo_impl(x: i32) -> i32 impls foo, foo_time {
        let e = encode_begin(gpu);
        encode e.copy[v <- x];
        let y = bar_impl(e);
        let f = submit e;
        y
    }
}

fn main() {}
