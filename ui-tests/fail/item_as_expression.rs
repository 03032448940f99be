use polarnet::net;

fn main() {
    let _ = net! { book Sums { @main = 1 } };
}
