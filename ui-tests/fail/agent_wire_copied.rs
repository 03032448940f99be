use polarnet::net;

fn main() {
    let _ = net! {
        agent +Nil, +Pair(+a, +b), -Both(+x, -out);
        rule Both(x, out) ~ Nil => out ~ Pair(x, x);
        @main = r & Both(1, r) ~ Nil
    };
}
