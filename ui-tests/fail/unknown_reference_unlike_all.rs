use polarnet::net;

fn main() {
    let _ = net! {
        @main = r & @length ~ (1 r)
        @sum = (n n)
    };
}
