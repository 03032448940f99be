use polarnet::schedule;

schedule! {
    val f(a: i32) -> i32 { returns a * 2 }
    sptl one(s: BufferSpace) -> BufferSpace { returns alloc[i32](s) }
    fn f_impl(a: i32) -> i32 impls f, one { a * 2 }
}

fn main() {}
