use polarnet::schedule;

schedule! {
    val even(n: u64) -> bool { returns n == 0 || odd(n - 1) }
    val odd(n: u64) -> bool { returns n != 0 && even(n - 1) }
    fn both(n: u64) -> (Steps<bool>, Steps<bool>) impls even, odd { eval(n).stepped() }
}

fn main() {}
