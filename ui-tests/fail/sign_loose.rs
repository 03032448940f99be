use polarnet::net;

fn main() {
    let _ = net! {
        @main = r & 1 ~ $(+ 2 r)
    };
}
