use polarnet::net;

fn main() {
    let _ = net! {
        term @main = |x, x| x
    };
}
