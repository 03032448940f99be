use polarnet::schedule;

schedule! {
    tmln one(e: Event) -> Event { returns e }
    fn same_impl(x: i32) -> i32 impls one {
        x
    }
}

fn main() {}
