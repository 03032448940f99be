use polarnet::schedule;

fn double(x: i32) -> i32 {
    2 * x
}

schedule! {
    extern(gpu) simple(x: i32) -> i32 { dimensions: 1, cpu: double }
    val foo(x: i32) -> i32 { returns simple::<1>(x) if x < 0 else x }
    tmln one_trip(e: Event) -> Event {
        loc, rem :- encode_event(e)
        sub :- submit_event(rem)
        returns sync_event(loc, sub)
    }
    fn foo_impl(x: i32) -> i32 impls foo, one_trip {
        let e = encode_begin(gpu);
        encode e.copy[x_gpu <- x];
        let f = if x < 0 {
            encode e.call[y_gpu <- simple::<1>(x_gpu)];
            submit e
        } else {
            submit e
        };
        (await f).y_gpu
    }
}

fn main() {}
