//! Nobody says that the kernel stays within its arguments.
use polarnet::schedule;

fn square(x: i32) -> i32 {
    x * x
}

schedule! {
    extern(gpu) square_gpu(x: i32) -> i32 { cuda: "square.cu", dimensions: 1, cpu: square }
}

fn main() {}
