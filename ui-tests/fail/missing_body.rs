use polarnet::net;

fn main() {
    let _ = net! {
        @id = (x x)
        @main =
    };
}
