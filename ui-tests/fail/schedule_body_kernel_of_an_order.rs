use polarnet::schedule;

schedule! {
    extern(gpu) simple(x: i32) -> i32 { path: "simple.cu", dimensions: 1 }
    val foo(x: i32) -> i32 { returns simple::<1>(x) }
    fn foo_impl(x: i32) -> i32 impls foo { eval(x) }
}

fn main() {}
