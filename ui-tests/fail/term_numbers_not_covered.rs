use polarnet::net;

fn main() {
    let _ = net! {
        term @main = match 3 { 0 => 1, 1 => 2 }
    };
}
