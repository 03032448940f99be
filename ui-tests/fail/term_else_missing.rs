use polarnet::net;

fn main() {
    let _ = net! {
        term @main = if 1 { 2 }
    };
}
