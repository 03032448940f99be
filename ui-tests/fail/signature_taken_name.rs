use polarnet::net;

net! {
    book Typed {
        @main = 1
        @run(n: u32) -> u32 = (n n)
    }
}

fn main() {}
