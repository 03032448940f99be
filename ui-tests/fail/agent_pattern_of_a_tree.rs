use polarnet::net;

fn main() {
    let _ = net! {
        agent +Nil, -Not(-out);
        rule Not(out) ~ (a b) => out ~ (a b);
        @main = r & Not(r) ~ *
    };
}
