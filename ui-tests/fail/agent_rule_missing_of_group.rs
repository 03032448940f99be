use polarnet::net;

fn main() {
    let _ = net! {
        agent +Nil, +Cons(+head, +tail), -Append(+ys, -out) ~ List;
        group List = Nil Cons;
        rule Append(ys, out) ~ Nil => out ~ ys;
        @main = r & Append(Nil, r) ~ Nil
    };
}
