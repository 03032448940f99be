use polarnet::net;

fn main() {
    let _ = net! {
        agent +Nil, +Box(+x);
        rule Box(x) ~ {a b} => a ~ Box(x) & b ~ Nil;
        rule Box(x) ~ &7{a b} => a ~ Nil & b ~ Box(x);
        rule Box(x) ~ {a b} => a ~ b & * ~ x;
        @main = *
    };
}
