use polarnet::schedule;

schedule! {
    val add(x: i32, y: i32) -> i32 { returns x + y }
    tmln one_trip(e: Event) -> Event {
        loc, rem :- encode_event(e)
        sub :- submit_event(rem)
        returns sync_event(loc, sub)
    }
    sptl two(s: BufferSpace) -> BufferSpace {
        a :- alloc[i32](s)
        returns alloc[i32](a)
    }
    fn add_impl(x: i32, y: i32) -> i32 impls add, one_trip, two {
        let e = encode_begin(gpu);
        encode e.copy[x_gpu <- x];
        encode e.copy[y_gpu <- y];
        let r = await submit e;
        r.x_gpu + r.y_gpu
    }
}

fn main() {
    assert_eq!(add_impl(2, 3), 5);
}
