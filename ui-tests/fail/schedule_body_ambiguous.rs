use polarnet::schedule;

schedule! {
    val foo(x: i64) -> i64 {
        a :- 1
        b :- 1
        returns x
    }
    fn foo_impl(z: i64) -> i64 impls foo {
        let one @ node(val.a) = 1;
        let other = 1;
        z
    }
}

fn main() {}
