use polarnet::net;

fn main() {
    let _ = net! {
        @main = 4294967296
    };
}
