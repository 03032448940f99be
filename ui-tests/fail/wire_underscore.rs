use polarnet::net;

fn main() {
    let _ = net! {
        @first = (a (_ a))
    };
}
