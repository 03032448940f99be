use polarnet::schedule;

schedule! {
    val bar(x: i32) -> i32 { returns x }
    tmln bar_time(e: Event, r: Encoder) -> Event {
        sub :- submit_event(r)
        returns sync_event(e, sub)
    }
    type R = { v: i32::<storage, map_read> };
    fn bar_impl(e: Encoder<R>) -> i32 impls bar, bar_time {
        let f = submit e;
        (await f).g
    }
}

fn main() {}
