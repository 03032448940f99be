use polarnet::net;

net! {
    pub book { @main = 1 }
}

fn main() {}
