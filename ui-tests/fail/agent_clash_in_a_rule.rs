use polarnet::net;

fn main() {
    let _ = net! {
        agent +Nil, +Cons(+head, +tail), -Append(+ys, -out);
        rule Append(ys, out) ~ Nil => ys ~ Nil & out ~ *;
        @main = r & Append(Nil, r) ~ Nil
    };
}
