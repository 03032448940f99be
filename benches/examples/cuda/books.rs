//! What is timed: workloads of the benchmarks, and two that are about devices.

use benches::workloads::find;
use polarnet::{Done, Number, Numbers, Runtime, net};

/// A run of a size, whose result is checked.
type Run = Box<dyn Fn(&Runtime, u32) -> Result<Done, String>>;

/// A workload, of a size.
pub struct Job {
    pub name: &'static str,
    pub size: u32,
    pub run: Run,
}

/// Turns of the loop in each of the many nets.
const TURNS: u32 = 16;

/// Names, and sizes for a device and for an emulated one. Those that are quick come first, so that they leave their time to the others.
const JOBS: [(&str, u32, u32); 7] = [
    ("net/chain", 1 << 16, 100),
    ("net/subset_sum", 16, 4),
    ("net/church", 16, 5),
    ("net/many", 20, 3),
    ("net/sum_rec", 24, 4),
    ("net/sum_tree", 24, 4),
    ("net/sort_bitonic", 18, 3),
];

pub fn jobs(small: bool) -> Vec<Job> {
    JOBS.map(|(name, large, tiny)| Job { name, size: if small { tiny } else { large }, run: of(name) }).into()
}

fn of(name: &'static str) -> Run {
    match name {
        "net/chain" => Box::new(|runtime, size| {
            let book = Chain::book();
            checked(
                runtime.call(book, book.find("go").expect("it is there"), &[Number::u(size, Numbers::Native)]),
                size,
            )
        }),
        "net/many" => Box::new(|runtime, size| {
            let book = Many::book();
            let args = [size, TURNS].map(|n| Number::u(n, Numbers::Native));
            checked(runtime.call(book, book.find("go").expect("it is there"), &args), TURNS << size)
        }),
        _ => {
            let workload = find(name).expect("it is one of the benchmarks'");
            Box::new(move |runtime, size| workload.run(runtime, size))
        }
    }
}

fn checked(done: Result<Done, polarnet::Error>, wanted: u32) -> Result<Done, String> {
    let done = done.map_err(|error| error.to_string())?;
    let result: u32 = done.value().map_err(|error| error.to_string())?;
    if result == wanted { Ok(done) } else { Err(format!("the result is {result}, not {wanted}")) }
}

net! {
    /// One redex after the other: what takes a device the longest.
    pub book Chain {
        @go(n: u32) -> u32 = (n r) & @loop ~ (n (0 r))
        @loop = (?(((x x) @turn) r) r)
        @turn = (n ($([+1] x) r)) & @loop ~ (n (x r))
    }
}

net! {
    /// 2^n small nets, which count to a number each, and the sum of what they say.
    pub book Many {
        @go(n: u32, turns: u32) -> u32 = (n (turns r)) & @fork ~ (n (turns r))
        @fork = (?((@leaf @both) r) r)
        @leaf = (turns r) & @loop ~ (turns (0 r))
        @both = ({m n} ({s t} r)) & @fork ~ (m (s $([+] $(q r)))) & @fork ~ (n (t q))
        @loop = (?(((x x) @turn) r) r)
        @turn = (n ($([+1] x) r)) & @loop ~ (n (x r))
    }
}

#[cfg(test)]
mod tests {
    use super::jobs;
    use polarnet::{EngineKind, Runtime};

    #[test]
    fn engines_of_the_cpu_agree() {
        for job in jobs(true) {
            let run = |engine, threads| {
                let done = (job.run)(&Runtime::new().engine(engine).threads(threads), job.size).unwrap();
                done.stats.interactions()
            };
            let wanted = run(EngineKind::Oracle, 1);
            assert!(wanted > 100, "{}: {wanted} interactions", job.name);
            for (engine, threads) in [(EngineKind::Bag, 1), (EngineKind::Bag, 2), (EngineKind::Compiled, 2)] {
                assert_eq!(run(engine, threads), wanted, "{} on {engine:?}", job.name);
            }
        }
    }

    #[test]
    fn another_result_is_an_error() {
        let job = jobs(true).swap_remove(0);
        let done = (job.run)(&Runtime::new(), job.size).unwrap();
        assert!(super::checked(Ok(done.clone()), job.size).is_ok());
        assert!(super::checked(Ok(done), job.size + 1).is_err());
    }
}
