use polarnet::schedule;

schedule! {
    val same(x: i32) -> i32 { returns x }
    tmln bad(e: Event) -> Event { }
    fn same_impl(x: i32) -> i32 impls same, bad { x }
}

fn main() {}
