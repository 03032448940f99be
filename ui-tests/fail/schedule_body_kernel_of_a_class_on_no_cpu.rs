use polarnet::schedule;

schedule! {
    feq sum {
        extern(gpu) sum_gpu(x: i32) -> i32 { dimensions: 1 }
        val sum(x: i32) -> i32 { returns x + 1 }
    }
    tmln one_trip(e: Event) -> Event {
        loc, rem :- encode_event(e)
        sub :- submit_event(rem)
        returns sync_event(loc, sub)
    }
    val foo(x: i32) -> i32 { returns sum::<1>(x) }
    fn foo_impl(x: i32) -> i32 impls foo, one_trip {
        let e = encode_begin(gpu);
        encode e.copy[x_gpu <- x];
        encode e.call[y <- sum_gpu::<1>(x_gpu)];
        (await submit e).y
    }
}

fn main() {}
