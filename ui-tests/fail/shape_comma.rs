use polarnet::net;

fn main() {
    let _ = net! {
        @main = {a, a}
    };
}
