use polarnet::net;

fn main() {
    let _ = net! {
        @main = (x (y x))
    };
}
