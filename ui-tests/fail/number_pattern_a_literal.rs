use polarnet::net;

fn main() {
    let _ = net! {
        agent -F(-out);
        rule F(out) ~ 0 => out ~ 1;
        @main = *
    };
}
