use polarnet::net;

net! {
    pub struct Sums { @main = 1 }
}

fn main() {}
