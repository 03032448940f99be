use polarnet::net;

net! {
    book Typed {
        @id(x: u32) = (x x)
    }
}

fn main() {}
