use polarnet::schedule;

schedule! {
    val one(x: i32) -> i32 { returns x + 1 }
    fn one_impl(x: i32) -> i32 impls one {
        if x < 0 { x } else { x + 1 };
    }
}

fn main() {}
