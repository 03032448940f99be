//! A function that calls what may fail, and returns no error; and one that waits for what another one has begun.
use polarnet::{device::Device, schedule};

fn square(x: i32) -> i32 {
    x * x
}

schedule! {
    tmln one_trip(e: Event) -> Event {
        here, there :- encode_event(e)
        fence :- submit_event(there)
        returns sync_event(here, fence)
    }
    unsafe extern(gpu) square_gpu(x: i32) -> i32 { cuda: "square.cu", dimensions: 1, cpu: square }
    val squared(x: i32) -> i32 { returns square_gpu::<1>(x) }
    fn by_device(gpu: &Device, x: i32) -> Result<i32, polarnet::device::Error> impls squared, one_trip {
        let e = encode_begin(gpu);
        encode e.copy[x <- x];
        encode e.call[y <- square_gpu::<1>(x)];
        (await submit e).y
    }
    val more(x: i32) -> i32 { returns squared(x) + 1 }
    tmln by_one_trip(e: Event) -> Event { returns one_trip(e) }
    fn one_more(gpu: &Device, x: i32) -> i32 impls more, by_one_trip { by_device(gpu, x) + 1 }

    type W = { x: i32, out: i32 };
    type R = { out: i32 };
    tmln end(e: Event, r: Encoder) -> (Event, Fence) { returns (e, submit_event(r)) }
    fn finish(e: Encoder<W>) -> Fence<R> impls squared, end {
        @in { e.x: input(val.x), e.out: none(val)-dead };
        encode e.call[out <- square_gpu::<1>(x)];
        submit e
    }
    val by_part(x: i32) -> i32 { returns squared(x) }
    tmln by_end(e: Event) -> Event {
        here, there :- encode_event(e)
        m, f :- end(here, there)
        returns sync_event(m, f)
    }
    fn by_parts(gpu: &Device, x: i32) -> i32 impls by_part, by_end {
        let e = encode_begin(gpu);
        encode e.copy[x <- x];
        let f = finish(e);
        (await f).out
    }
}

fn main() {}
