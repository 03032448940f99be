//! Functions that wait for a device and return no error, and an error that none becomes.
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
    fn by_device(gpu: &Device, x: i32) -> i32 impls squared, one_trip {
        let e = encode_begin(gpu);
        encode e.copy[x <- x];
        encode e.call[y <- square_gpu::<1>(x)];
        (await submit e).y
    }
    fn in_words(gpu: &Device, x: i32) -> Result<i32, String> impls squared, one_trip {
        let e = encode_begin(gpu);
        encode e.copy[x <- x];
        encode e.call[y <- square_gpu::<1>(x)];
        (await submit e).y
    }
}

fn main() {}
