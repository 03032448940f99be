use polarnet::net;

fn main() {
    let _ = net! {
        agent +Nil, -Not(-out)
        rule Not(out) ~ Nil => out ~ Nil
        @main = r & Not(r) ~ Nil
    };
}
