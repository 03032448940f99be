use polarnet::schedule;

schedule! {
    val kind(n: u32) -> u32 { returns match n { 0 => 1, 1 | 0 => 2, _ => 3, 4 => 5 } }
}

fn main() {}
