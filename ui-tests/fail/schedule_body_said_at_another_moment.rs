use polarnet::schedule;

schedule! {
    val same(x: i32) -> i32 { returns x }
    fn same_impl(x: i32) -> i32 impls same {
        @before { x: input(val.x) };
        x
    }
}

fn main() {}
