//! Blocks of too many threads, of none, of four dimensions, and of a kernel that is in no file.
use polarnet::schedule;

fn square(x: i32) -> i32 {
    x * x
}

schedule! {
    unsafe extern(gpu) a(x: i32) -> i32 { cuda: "square.cu", threads: [32, 64], dimensions: 1, cpu: square }
    unsafe extern(gpu) b(x: i32) -> i32 { cuda: "square.cu", threads: 0, dimensions: 1, cpu: square }
    unsafe extern(gpu) c(x: i32) -> i32 { cuda: "square.cu", threads: [1, 1, 1, 1], dimensions: 1, cpu: square }
    extern(gpu) d(x: i32) -> i32 { threads: 64, dimensions: 1, cpu: square }
}

fn main() {}
