use polarnet::schedule;

schedule! {
    val one() -> i64 { returns 1 }
    fn one_impl() -> i32 impls one {
        1
    }
}

fn main() {}
