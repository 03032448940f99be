use polarnet::net;

fn main() {
    let _ = net! {
        agent -F(-out);
        rule F(out) ~ #n: i32 => out ~ #(n + 1.5);
        @main = *
    };
}
