use polarnet::schedule;

schedule! {
    val add(x: i32, y: i32) -> i32 { returns x + y }
    tmln one_trip(e: Event) -> Event {
        loc, rem :- encode_event(e)
        sub :- submit_event(rem)
        returns sync_event(loc, sub)
    }
    fn add_impl(x: i32, y: i32) -> i32 impls add, one_trip {
        let e = encode_begin(gpu);
        encode e.copy[x_gpu <- x];
        let f = submit e;
        encode e.copy[y_gpu <- y];
        (await f).x_gpu + y
    }
}

fn main() {}
