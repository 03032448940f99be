use polarnet::schedule;

schedule! {
    val kind(n: u32) -> u32 { returns match n { 0 => 1, true => 2, 1.5 => 3, (a, b) => 4, _ => 5 } }
}

fn main() {}
