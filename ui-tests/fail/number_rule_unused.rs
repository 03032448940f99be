use polarnet::net;

fn main() {
    let _ = net! {
        agent -F(-out);
        rule F(out) ~ #n => out ~ #n;
        rule F(out) ~ #n if n < 2 => out ~ 1;
        @main = *
    };
}
