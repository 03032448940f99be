use polarnet::schedule;

fn double(x: i32) -> i32 {
    2 * x
}

schedule! {
    extern(gpu) simple(x: i32) -> i32 { dimensions: 1, cpu: double }
    val foo(x: i32) -> i32 { returns simple::<1>(x) }
    tmln foo_time(e: Event, r: Encoder) -> Event {
        sub :- submit_event(r)
        returns sync_event(e, sub)
    }
    type R = { x_gpu: i32::<storage, copy_dst>, y_gpu: i32::<storage> };
    fn foo_impl(e: Encoder<R>) -> i32 impls foo, foo_time {
        @in { e.x_gpu: input(val.x), e.y_gpu: none(val)-dead };
        encode e.call[y_gpu <- simple::<1>(x_gpu)];
        (await submit e).y_gpu
    }
}

fn main() {}
