use polarnet::net;

net! {
    book Typed {
        @id(x: u32) -> String = (x x)
    }
}

fn main() {}
