use polarnet::net;

net! {
    book Nothing {}
}

fn main() {}
