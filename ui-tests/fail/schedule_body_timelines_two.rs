use polarnet::schedule;

schedule! {
    val same(x: i32) -> i32 { returns x }
    tmln one(e: Event) -> Event { returns e }
    tmln other(e: Event) -> Event { returns e }
    fn same_impl(x: i32) -> i32 impls same, one, other {
        x
    }
}

fn main() {}
