use polarnet::net;

fn main() {
    let _ = net! {
        agent +Nil, +Cons(+head, +tail);
        @main = Cons(1, -Nil)
    };
}
