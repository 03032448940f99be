//! The seed's program: `bar` calls `foo` twice, which calls `select_sum` twice, which has four members.

use super::{super::*, spend};

/// Which member takes how long, for two columns.
pub fn cost(member: usize, a: &[i64], b: &[i64]) -> usize {
    const LAUNCH: usize = 400; // and the wait for it
    let positive = a.iter().sum::<i64>() > 0;
    let local = |numbers: &[i64]| numbers.len();
    let gpu = |numbers: &[i64]| numbers.len() / 8;
    match member {
        0 => local(a) + if positive { local(b) } else { 0 },
        1 => LAUNCH + gpu(a) + if positive { LAUNCH + gpu(b) } else { 0 },
        2 => LAUNCH + gpu(a).max(gpu(b)) + b.len() / 16, // both at once, one copy more
        _ => (LAUNCH + gpu(a)).max(local(b)),
    }
}

pub fn select_sum(a: &[i64], b: &[i64]) -> i64 {
    static SITE: Site = Site::new("select_sum", file!(), line!(), column!(), &MEMBERS);
    at(&SITE, |member| one_of_four(member, a, b))
}

const MEMBERS: [&str; 4] = ["select_sum_local", "select_sum_gpu", "select_sum_gpu2", "select_sum_gpu3"];

fn one_of_four(member: usize, a: &[i64], b: &[i64]) -> i64 {
    spend(cost(member, a, b));
    let sum_a = a.iter().sum::<i64>();
    if sum_a > 0 { b.iter().sum() } else { sum_a }
}

pub fn foo(a: &[i64], b: &[i64]) -> i64 {
    static FIRST: Site = Site::new("select_sum", file!(), line!(), column!(), &MEMBERS);
    static SECOND: Site = Site::new("select_sum", file!(), line!(), column!(), &MEMBERS);
    let x = at(&FIRST, |member| one_of_four(member, a, b));
    let y = at(&SECOND, |member| one_of_four(member, b, a));
    x - y
}

pub fn bar(a: &[i64], b: &[i64]) -> i64 {
    static FIRST: Site = Site::new("foo", file!(), line!(), column!(), &["foo"]);
    static SECOND: Site = Site::new("foo", file!(), line!(), column!(), &["foo"]);
    at(&FIRST, |_| foo(a, b)) + at(&SECOND, |_| foo(&a[..a.len() / 50], b))
}

/// What the fastest combination of `bar` takes: the calls have nothing to do with each other.
pub fn fastest_bar(a: &[i64], b: &[i64]) -> usize {
    let short = &a[..a.len() / 50];
    let fastest = |a: &[i64], b: &[i64]| (0..4).map(|member| cost(member, a, b)).min().unwrap();
    fastest(a, b) + fastest(b, a) + fastest(short, b) + fastest(b, short)
}

/// Two columns: of these lengths, the first with a sum of that sign.
pub fn data(lengths: [usize; 2], sign: i64) -> (Vec<i64>, Vec<i64>) {
    (vec![sign; lengths[0]], (0..lengths[1] as i64).map(|x| x % 7 - 2).collect())
}
