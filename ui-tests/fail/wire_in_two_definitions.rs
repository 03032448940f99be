use polarnet::net;

fn main() {
    let _ = net! {
        @main = value
        @other = (a (value a))
    };
}
