use polarnet::schedule;

schedule! {
    space xs;
    val fib(n: u64) -> u64 { returns if n < 2 { n } else { fib(n - 1) + fib(n - 2) } }
    fn fibs(n: &Data<xs, u64>) -> Data<xs, u64> impls fib { map(n).stepped() }
}

fn main() {}
