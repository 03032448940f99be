use polarnet::net;

fn main() {
    let _ = net! {
        term @main = match 3 { 0 => 1, p + 1 => 2, 2 => 3 }
    };
}
