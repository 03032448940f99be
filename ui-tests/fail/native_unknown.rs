use polarnet::net;

fn main() {
    let _ = net! {
        agent -F(#b: u32, -out, -more);
        rule F(#b, out, more) ~ #a where #d = { a / c } => out ~ #d & more ~ #(d + 1);
        @main = (r s) & F(1, r, s) ~ 7
    };
}
