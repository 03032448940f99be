use polarnet::net;

fn main() {
    let _ = net! {
        agent +S(#n: i64, +rest);
        @main = S(5_i64)
    };
}
