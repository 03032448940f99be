use polarnet::schedule;

fn twice(x: i32) -> i32 {
    2 * x
}

fn thrice(x: i32) -> i32 {
    3 * x
}

schedule! {
    extern(gpu) simple(x: i32) -> out: i32 { dimensions: 3, cpu: twice }
    extern(gpu) simple2(x: i32) -> out: i32 { dimensions: 3, cpu: thrice }
    val foo(x: i32, b: bool) -> out: i32 {
        y :- simple::<1, 1, 1>(x)
        y2 :- simple2::<1, 1, 1>(x)
        ret :- y if b else y2
        returns ret
    }
    tmln foo_time(e: Event) -> out: Event {
        loc1, rem1 :- encode_event(e)
        sub :- submit_event(rem1)
        snc :- sync_event(loc1, sub)
        returns snc
    }
    sptl space_of(bs: BufferSpace) -> out: BufferSpace { returns bs }
    fn foo_impl(x: &i32, b: bool) -> i32 impls space_of, foo_time, foo {
        let e = encode_begin(gpu);
        encode e.copy[x_gpu <- x];
        let f = if b {
            encode e.call[y_gpu <- simple::<1, 1, 1>(x_gpu)];
            submit e
        } else {
            encode e.call[y_gpu <- simple2::<1, 1, 1>(x_gpu)];
            submit e
        };
        (await f).y_gpu
    }
}

fn main() {
    assert_eq!((foo_impl(&5, true), foo_impl(&5, false)), (10, 15));
}
