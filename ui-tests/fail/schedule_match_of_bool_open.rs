use polarnet::schedule;

schedule! {
    val kind(n: bool) -> u32 { returns match n { true => 1 } }
    fn kinds(n: bool) -> u32 impls kind { eval(n) }
}

fn main() {}
