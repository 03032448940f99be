use polarnet::net;

net! {
    book Typed {
        @match(n: u32) -> u32 = (n n)
    }
}

fn main() {}
