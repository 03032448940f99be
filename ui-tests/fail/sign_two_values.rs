use polarnet::net;

fn main() {
    let _ = net! {
        @main = r & @f ~ (1 r) & 2 ~ 3
        @f = (a a)
    };
}
