use polarnet::schedule;

schedule! {
    val main() -> i64 { returns 1 }
    fn main_impl() -> i64 impls main {
        v = 1;
        var v;
        v
    }
}

fn main() {}
