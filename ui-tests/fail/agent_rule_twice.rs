use polarnet::net;

fn main() {
    let _ = net! {
        agent +Nil, -Not(-out);
        rule Not(out) ~ Nil => out ~ Nil;
        rule Nil ~ Not(o) => o ~ Nil;
        @main = r & Not(r) ~ Nil
    };
}
