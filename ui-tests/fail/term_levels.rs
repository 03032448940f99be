//! What terms with levels are not made of.
use polarnet::net;

fn main() {
    let _ = net! {
        #![lambda(levels)]
        agent +Nil, +Cons(+head, +tail);
        term @main = @number(@main)
        term @number = |x| x + 1
        term @pair = |x| (x, x)
        term @parts = |p| let (a, b) = p; a
        term @copies = |x| let &1{a b} = x; &1{a b}
        term @list = |xs| match xs { Nil => Nil, Cons(h, t) => h }
        term @choice = |c| if c { 1 } else { 2 }
    };
}
