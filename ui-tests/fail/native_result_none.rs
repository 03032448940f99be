use polarnet::net;

fn main() {
    let _ = net! {
        agent -F(-out);
        rule F(out) ~ #n where #d = { n + 1; } => out ~ #d;
        @main = r & F(r) ~ 7
    };
}
