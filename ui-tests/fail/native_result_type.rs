use polarnet::net;

fn main() {
    let _ = net! {
        agent -F(-out), -G(-out);
        rule F(out) ~ #n where #d = { n as f32 / 2.0 } => out ~ #d;
        rule G(out) ~ #n where #d: i32 = { if n > 7 { return "many" } -1 } => out ~ #d;
        @main = r & F(r) ~ 7
    };
}
