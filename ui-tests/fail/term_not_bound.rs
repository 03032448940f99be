use polarnet::net;

fn main() {
    let _ = net! {
        term @main = |value| |x| valu(x)
    };
}
