use polarnet::schedule;

schedule! {
    val add(x: i32, y: f64) -> f64 { returns x as f64 + y }
    tmln one_trip(e: Event) -> Event {
        loc, rem :- encode_event(e)
        sub :- submit_event(rem)
        returns sync_event(loc, sub)
    }
    sptl two(s: BufferSpace) -> BufferSpace {
        a :- alloc[f64](s)
        returns alloc[i32](a)
    }
    fn add_impl(x: i32, y: f64) -> f64 impls add, one_trip, two {
        let e = encode_begin(gpu);
        encode e.copy[x_gpu <- x];
        encode e.copy[y_gpu <- y];
        let r = await submit e;
        r.x_gpu as f64 + r.y_gpu
    }
}

fn main() {}
