use polarnet::net;

fn main() {
    let _ = net! {
        agent -F(-out);
        rule F(out) ~ #n where #n = { n - 1 } => out ~ #n;
        @main = r & F(r) ~ 7
    };
}
