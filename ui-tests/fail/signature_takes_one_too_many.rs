use polarnet::net;

net! {
    book Typed {
        @add(a: u32, b: u32) -> u32 = (* 5)
    }
}

fn main() {}
