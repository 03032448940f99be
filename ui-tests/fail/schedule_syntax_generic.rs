use polarnet::schedule;

schedule! {
    val f<T>(a: T) -> T { returns a }
    fn g<T>(a: T) -> T impls f { eval(a) }
}

fn main() {}
