use polarnet::net;

fn main() {
    let _ = net! {
        agent +Nil, +Cons(+head, +tail), -Last(-out);
        rule Last(out) ~ Cons(x, Nil) => out ~ x;
        @main = r & Last(r) ~ *
    };
}
