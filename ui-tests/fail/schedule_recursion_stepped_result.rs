use polarnet::schedule;

schedule! {
    val fib(n: u64) -> u64 { returns if n < 2 { n } else { fib(n - 1) + fib(n - 2) } }
    fn fibs(n: u64) -> u64 impls fib { eval(n).stepped() }
    fn steps(n: u64) -> Steps<u64> impls fib { eval(n) }
    fn other(n: u64) -> Steps<i64> impls fib { eval(n).stepped() }
}

fn main() {}
