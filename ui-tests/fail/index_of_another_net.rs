use polarnet::net;

fn main() {
    let a = net! { @main = 1 };
    let b = net! { @main = 1 };
    let root = a.root(a.main().unwrap());
    let _ = b.polarity()[root];
}
