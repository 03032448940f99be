use polarnet::net;

net! {
    book Typed {
        @id(type: u32) -> u32 = (n n)
    }
}

fn main() {}
