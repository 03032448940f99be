use polarnet::net;

fn main() {
    let _ = net! {
        @main = r & @suum ~ (1 r) & @suum ~ *
        @sum = (n n)
    };
}
