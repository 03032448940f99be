use polarnet::schedule;

schedule! {
    val main() -> i64 { returns 1 }
    fn main_impl() -> i64 impls main {
        var v = true;
        v = 1;
        1
    }
}

fn main() {}
