use polarnet::schedule;

schedule! {
    fn foo_impl(x: i64) -> i64 { x + 1 }
}

fn main() {}
