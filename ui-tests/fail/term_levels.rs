//! What terms with levels are not made of.
use polarnet::net;

fn main() {
    let _ = net! {
        #![lambda(levels)]
        agent +Cell(#head: u32, +tail), +Nil;
        term @main = @number(@main)
        term @number = |x| x + 1
        term @cell = |t| Cell(1, t)
        term @choice = |x| &1{x 2}
        term @copies = |x| let &1{a b} = x; a(b)
    };
}
