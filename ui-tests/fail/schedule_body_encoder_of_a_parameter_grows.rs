use polarnet::schedule;

schedule! {
    val bar(x: i32, y: i32) -> i32 { returns x }
    tmln bar_time(e: Event, r: Encoder) -> Event {
        sub :- submit_event(r)
        returns sync_event(e, sub)
    }
    type R = { v: i32::<storage, map_read> };
    fn bar_impl(e: Encoder<R>, y: i32) -> i32 impls bar, bar_time {
        encode e.copy[w <- y];
        (await submit e).v
    }
}

fn main() {}
