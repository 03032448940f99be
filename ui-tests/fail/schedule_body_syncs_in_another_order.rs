use polarnet::schedule;

schedule! {
    val add(x: i32, y: i32) -> i32 { returns x + y }
    tmln two_syncs(e: Event) -> Event {
        loc1, rem1 :- encode_event(e)
        sub1 :- submit_event(rem1)
        loc2, rem2 :- encode_event(loc1, sub1)
        sub2 :- submit_event(rem2)
        f1 :- sync_event(loc2, sub1)
        f2 :- sync_event(f1, sub2)
        returns f2
    }
    fn add_impl(x: i32, y: i32) -> i32 impls add, two_syncs {
        let e1 = encode_begin(gpu);
        encode e1.copy[x_gpu <- x];
        let f1 = submit e1;
        let e2 = encode_begin(gpu);
        encode e2.copy[y_gpu <- y];
        let f2 = submit e2;
        let b = (await f2).y_gpu;
        let a = (await f1).x_gpu;
        a + b
    }
}

fn main() {}
