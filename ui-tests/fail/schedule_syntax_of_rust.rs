use polarnet::schedule;

schedule! {
    extern(cpu) pure half(u64) -> Option<u64>;
    val or_none(n: u64) -> u64 { returns half(n)? + 1 }
    val or_zero(n: u64) -> u64 { returns if let Some(m) = half(n) { m } else { 0 } }
    val small(n: u64) -> bool { returns matches!(n, 0..=9) }
}

fn main() {}
