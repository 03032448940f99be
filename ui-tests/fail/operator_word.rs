use polarnet::net;

fn main() {
    let _ = net! {
        @main = r & 7 ~ $([mod 2] r)
    };
}
