use polarnet::schedule;

schedule! {
    val walk(p: (i32, (bool, f32)), n: u32) -> u32 { returns if n == 0 { 0 } else { turn(p, n - 1) + 1 } }
    val turn(p: (i32, (bool, f32)), n: u32) -> u32 { returns if n == 0 { 0 } else { walk((n as i32, p.1), n) } }
    fn way(p: (i32, (bool, f32)), n: u32) -> u32 impls walk { eval(p, n).memoize() }
}

fn main() {}
