//! What is wrong beside an agent that is not declared is told, too; what follows from it is not.
use polarnet::net;

fn main() {
    let _ = net! {
        agent +Nil, +Cons(+head, +tail), -Len(-out) ~ Nil Cons;
        rule Len(out) ~ Nil => out ~ 0;
        rule Len(out) ~ Cons(x) => out ~ x;
        @main = Cons(x, Conz(@nothing, Conz(x, Nil)))
        @cut = Cons(1, Nil) & Some(1, y) ~ Nil
    };
}
