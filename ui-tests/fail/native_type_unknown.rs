use polarnet::net;

fn main() {
    let _ = net! {
        agent -F(-out);
        rule F(out) ~ #n where #d: u64 = { u64::from(n) } => out ~ #d;
        @main = r & F(r) ~ 7
    };
}
