use polarnet::net;

fn main() {
    let _ = net! {
        agent +S(#n: u32);
        @main = S(+5)
    };
}
