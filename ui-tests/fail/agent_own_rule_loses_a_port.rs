use polarnet::net;

fn main() {
    let _ = net! {
        agent +Box(+x);
        rule Box(x) ~ {a b} => a ~ Box(x);
        rule Box(x) ~ * => ;
        @main = *
    };
}
