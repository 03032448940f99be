use polarnet::net;

fn main() {
    let _ = net! {
        term @main = match 3 { 1 => 1, p + 2 => 2 }
    };
}
