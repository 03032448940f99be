//! A kernel that is nothing but a name, and `unsafe`.
use polarnet::schedule;

fn square(x: i32) -> i32 {
    x * x
}

schedule! {
    unsafe extern(gpu) square_gpu(x: i32) -> i32 { dimensions: 1, cpu: square }
    unsafe extern(cpu) pure square(i32) -> i32;
}

fn main() {}
