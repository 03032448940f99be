use polarnet::net;

fn main() {
    let _ = net! {
        @main = @one
        @one = 1
        @one = 2
    };
}
