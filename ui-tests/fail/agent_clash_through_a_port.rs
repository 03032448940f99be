use polarnet::net;

fn main() {
    let _ = net! {
        agent +Nil, +Cons(+head, +tail);
        @main = r & Cons(r, x) ~ x
    };
}
