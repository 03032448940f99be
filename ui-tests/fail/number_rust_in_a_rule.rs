use polarnet::net;

fn main() {
    let _ = net! {
        agent -F(-out);
        rule F(out) ~ #n => out ~ #(n.pow(2));
        @main = *
    };
}
