use polarnet::net;

net! {
    book Typed {
        @id(x: u64) -> u32 = (x x)
    }
}

fn main() {}
