use polarnet::schedule;

schedule! {
    val kind(n: u32) -> u32 { returns match n { 0 => 1, 1 => 2 } }
    fn kinds(n: u32) -> u32 impls kind { eval(n) }
}

fn main() {}
