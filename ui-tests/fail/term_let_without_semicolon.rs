use polarnet::net;

fn main() {
    let _ = net! {
        term @main = let x = 1 x
    };
}
