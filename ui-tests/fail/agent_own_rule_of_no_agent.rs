use polarnet::net;

fn main() {
    let _ = net! {
        agent +Nil, -Not(-out);
        rule Not(out) ~ * => out ~ Nil;
        rule {a b} ~ * => a ~ b;
        rule Nil ~ +* => ;
        @main = r & Not(r) ~ *
    };
}
