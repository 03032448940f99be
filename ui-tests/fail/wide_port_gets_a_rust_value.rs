use polarnet::net;

fn main() {
    let n = 5_i64;
    let _ = net! {
        agent +S(#n: i64);
        @main = S(#n)
    };
}
