use polarnet::schedule;

schedule! {
    val f(n: u64) -> u64 {
        returns match n {
            0 => 0,
            m if f(m - 1) > 2 => 1,
            _ => 2,
        }
    }
    fn fs(n: u64) -> u64 impls f { eval(n) }
}

fn main() {}
