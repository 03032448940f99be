use polarnet::net;

fn main() {
    let _ = net! {
        agent -F(-out);
        rule F(out) ~ #n: i64 => out ~ #(n + 1.5);
        @main = r & F(r) ~ 5i64
    };
}
