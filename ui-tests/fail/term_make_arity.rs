use polarnet::net;

fn main() {
    let _ = net! {
        agent +Nil, +Cons(+head, +tail);
        group List = Nil Cons;
        term @main = Cons(1)
    };
}
