//! A kernel whose file is not there.
use polarnet::schedule;

fn square(x: i32) -> i32 {
    x * x
}

schedule! {
    unsafe extern(gpu) square_gpu(x: i32) -> i32 { cuda: "cube.cu", dimensions: 1, cpu: square }
}

fn main() {}
