use polarnet::schedule;

fn double(x: i32) -> i32 {
    2 * x
}

schedule! {
    extern(gpu) simple(x: i32) -> i32 { path: "simple.cu", cpu: double }
    val foo(x: i32) -> i32 { returns x }
    fn foo_impl(x: i32) -> i32 impls foo { x }
}

fn main() {}
