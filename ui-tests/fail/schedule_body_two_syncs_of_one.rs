use polarnet::schedule;

schedule! {
    val add(x: i32, y: i32) -> i32 { returns x + y }
    tmln one_sync(e: Event) -> Event {
        loc, rem :- encode_event(e)
        sub :- submit_event(rem)
        returns sync_event(loc, sub)
    }
    fn add_impl(x: i32, y: i32) -> i32 impls add, one_sync {
        let e1 = encode_begin(gpu);
        encode e1.copy[x_gpu <- x];
        let a = (await submit e1).x_gpu;
        let e2 = encode_begin(gpu);
        encode e2.copy[y_gpu <- y];
        let b = (await submit e2).y_gpu;
        a + b
    }
}

fn main() {}
