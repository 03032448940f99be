use polarnet::schedule;

schedule! {
    val foo(x: i64) -> i64 { g :- x + 10 h :- x + 20 returns g * h }
    fn foo_impl(x: i64) -> i64 impls foo {
        let g @ node(val.h) = x + 10;
        let h = x + 20;
        g * h
    }
}

fn main() {}
