use polarnet::net;

fn main() {
    let _ = net! {
        agent +S(+n), -F(-out);
        rule F(out) ~ S(#n) => out ~ #n;
        @main = *
    };
}
