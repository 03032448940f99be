use polarnet::net;

fn main() {
    let _ = net! {
        term @main = |p| let (a) = p; a
    };
}
