use polarnet::net;

fn main() {
    let base = 7;
    let _ = net! {
        agent -F(-out);
        rule F(out) ~ #n where #d = { n + base } => out ~ #d;
        @main = r & F(r) ~ 7
    };
}
