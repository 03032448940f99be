//! What a rule computes stands in `#( )`, and a number of it has a `#`.
use polarnet::net;

fn main() {
    let _ = net! {
        agent -Range(-out) ~ #u32, -Half(-out) ~ #u32, -Sum(#so_far: u32, -out) ~ #u32, +Pair(#a: u32, +b);
        rule Range(out) ~ #n => Range(out) ~ n - 1;
        rule Half(out) ~ #n => out ~ Pair(n -1, 2);
        rule Sum(#s, out) ~ #n where #m = { s + n } => out ~ m & * ~ #m;
        @main = *
    };
}
