use polarnet::schedule;

fn double(x: i32) -> i32 {
    2 * x
}

schedule! {
    extern(gpu) simple(x: i32) -> out: i32 {
        path: "simple.cu",
        dimensions: 1,
        cpu: double,
        resource { group: 0, binding: 0, input: y },
        resource { group: 0, binding: 1, output: out },
    }
}

fn main() {}
