use polarnet::net;

net! {
    book Typed {
        @pair(a: u32) -> (u32, u32) = (* 1)
    }
}

fn main() {}
