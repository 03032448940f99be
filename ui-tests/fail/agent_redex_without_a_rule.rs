use polarnet::net;

fn main() {
    let _ = net! {
        agent +Nil, +One, -Not(-out);
        rule Not(out) ~ Nil => out ~ Nil;
        @main = r & One ~ Not(r)
    };
}
