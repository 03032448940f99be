use polarnet::net;

fn main() {
    let _ = net! {
        term @two = |f| |x| f(f(x))
        term @main = (|n| n(n))(@two)
    };
}
