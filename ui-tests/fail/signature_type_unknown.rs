use polarnet::net;

net! {
    book Typed {
        @id(x: u99) -> u32 = (x x)
    }
}

fn main() {}
