use polarnet::net;

net! {
    @main = 1
}

fn main() {}
