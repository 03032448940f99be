use polarnet::net;

fn main() {
    let _ = net! {
        agent -F(-out);
        rule F(out) ~ #a where #d = { a } => out ~ #(e + d);
        @main = r & F(r) ~ 7
    };
}
