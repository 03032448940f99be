use polarnet::schedule;

schedule! {
    val foo(x: i64) -> i64 { g :- x + 10 returns g * 2 }
    fn foo_impl(x: i64) -> i64 impls foo {
        let g @ node(val.g)-useful = x + 10;
        g * 2
    }
}

fn main() {}
