use polarnet::net;

fn main() {
    let _ = net! {
    };
}
