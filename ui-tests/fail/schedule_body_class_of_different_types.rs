use polarnet::schedule;

schedule! {
    feq sum {
        extern(cpu) pure sum_cpu(i32, i32) -> i32
        extern(cpu) pure sum_fast(i32, i64) -> i32
    }
}

fn main() {}
