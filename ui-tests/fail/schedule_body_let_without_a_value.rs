use polarnet::schedule;

schedule! {
    val main() -> i64 { returns 1 }
    fn main_impl() -> i64 impls main {
        let v;
        v = 1;
        v
    }
}

fn main() {}
