use polarnet::net;

fn main() {
    let _ = net! {
        agent +Cons(+x, +x);
        @main = Cons(1, 2)
    };
}
