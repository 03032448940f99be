use polarnet::net;

fn main() {
    let _ = net! {
        agent +Nil, +Cons(+head, +tail);
        rule Nil ~ Cons(x, xs) => x ~ xs;
        @main = Nil
    };
}
