use polarnet::net;

fn main() {
    let _ = net! {
        agent -F(-out);
        rule F(out) ~ #n: u64 => out ~ #n;
        @main = *
    };
}
