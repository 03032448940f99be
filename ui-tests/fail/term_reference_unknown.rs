use polarnet::net;

fn main() {
    let _ = net! {
        term @main = @nothing(1)
    };
}
