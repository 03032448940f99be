use polarnet::net;

fn main() {
    let _ = net! {
        agent -F(+x, -out);
        rule F(x, out) ~ #n where #d = { n + x } => out ~ #d & x ~ *;
        @main = r & F(1, r) ~ 7
    };
}
