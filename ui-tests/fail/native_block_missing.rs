use polarnet::net;

fn main() {
    let _ = net! {
        agent -F(-out), -G(-out);
        rule F(out) ~ #n where #d = n + 1 => out ~ #d;
        rule G(out) ~ #n where #d => out ~ #d;
        rule G(out) ~ #n where d = { n } => out ~ #d;
        @main = r & F(r) ~ 7
    };
}
