use polarnet::net;

fn main() {
    let _ = net! {
        term @main = if 1 { 2 } else if 0 { 3 } else { 4 }
    };
}
