use polarnet::net;

fn main() {
    let _ = net! {
        agent +Nil, -Append(+ys, -out);
        rule Append(ys, out) ~ Nil => out ~ Nil;
        @main = r & Append(Nil, r) ~ Nil
    };
}
