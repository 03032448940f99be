use polarnet::net;

fn main() {
    let _ = net! {
        term @main = |let| 1
    };
}
