use polarnet::net;

net! { book A { @main = 1 } }
net! { book B { @main = 1 } }

fn main() {
    let (a, b) = (A::book(), B::book());
    let root = a.root(a.main().unwrap());
    let _ = b.agents().node(root);
}
