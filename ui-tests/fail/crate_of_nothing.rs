use polarnet::net;

fn main() {
    let _ = net! {
        #![crate(7)]
        @main = *
    };
}
