use polarnet::net;

fn main() {
    let _ = net! {
        agent +S(#n: u32), -F(-out);
        rule F(out) ~ S(n) => out ~ 1;
        @main = *
    };
}
