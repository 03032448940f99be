use polarnet::schedule;

schedule! {
    val same(x: i32) -> i32 { returns x }
    tmln same_time(e: Event, r: Encoder) -> Event {
        sub :- submit_event(r)
        returns sync_event(e, sub)
    }
    type R = { x_gpu: i32::<storage, map_read> };
    fn same_impl(e: Encoder<R>, x: i32) -> i32 impls same, same_time {
        @in { e.x_gpu: none(val)-dead };
        encode e.copy[x_gpu <- x];
        (await submit e).x_gpu
    }
}

fn main() {}
