use polarnet::net;

net! {
    pub book Sums;
}

fn main() {}
