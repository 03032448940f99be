use polarnet::schedule;

fn double(x: i32) -> i32 {
    2 * x
}

schedule! {
    extern(gpu) simple(x: i32) -> i32 { path: "simple.cu", dimensions: 4, cpu: double }
}

fn main() {}
