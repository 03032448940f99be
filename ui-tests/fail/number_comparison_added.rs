use polarnet::net;

fn main() {
    let _ = net! {
        agent -F(-out);
        rule F(out) ~ #n => out ~ #((n < 2) + 1);
        @main = *
    };
}
