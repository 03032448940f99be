use polarnet::net;

fn main() {
    let _ = net! {
        agent -F(+a, -out);
        rule F(a, out) ~ #n => out ~ #(a + n);
        @main = *
    };
}
