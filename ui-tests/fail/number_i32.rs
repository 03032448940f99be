use polarnet::net;

fn main() {
    let _ = net! {
        @main = (-2147483649 *)
    };
}
