use polarnet::net;

fn main() {
    let _ = net! {
        agent -F(-out);
        rule F(out) ~ #n where #d = { n - 1 } if n > 0 => out ~ #d;
        rule F(out) ~ #n => out ~ #n;
        @main = r & F(r) ~ 7
    };
}
