use polarnet::net;

fn main() {
    let _ = net! {
        agent +S(#n: u32), -F(+a, -out);
        rule F(a, out) ~ S(#n) => out ~ S(a);
        @main = *
    };
}
