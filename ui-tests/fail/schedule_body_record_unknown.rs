use polarnet::schedule;

schedule! {
    val bar(x: i32) -> i32 { returns x }
    tmln bar_time(e: Event, r: Encoder) -> Event {
        sub :- submit_event(r)
        returns sync_event(e, sub)
    }
    type R = { v: i32 };
    fn bar_impl(e: Encoder<Rec>) -> i32 impls bar, bar_time { (await submit e).v }
}

fn main() {}
