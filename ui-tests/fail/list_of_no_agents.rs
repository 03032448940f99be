use polarnet::net;

fn main() {
    let _ = net! {
        @main = [1, 2]
    };
}
