use polarnet::net;

fn main() {
    let _ = net! {
        @main = r & r ~ Token
    };
}
