//! Lists without an end, and searches, that are given up half-way.

use crate::{Outcome, chance::Chance};
use polarnet::{Error, ErrorKind, Runtime, net};
use std::{collections::HashSet, time::Duration};

/// Some of all numbers.
pub fn stream(chance: &mut Chance) -> Outcome {
    let book = net! {
        @main = l & @from ~ (0 l)
        @from = ({a $([+1] b)} (a t)) & @from ~ (b t)
    };
    let count = chance.below(20_000) as u32;
    let limit = chance.once_in(3).then(|| chance.below(60_000));
    let runtime = limit.iter().fold(Runtime::new(), |runtime, &limit| runtime.max_interactions(limit));
    let taken = runtime.lazily(&book, |net| {
        let mut taken = 0;
        for item in net.items::<u32>().take(count as usize) {
            match item {
                Ok(item) if item == taken => taken += 1,
                Ok(item) => return Err(format!("{item} instead of {taken}")),
                Err(Error { kind: ErrorKind::Interactions(_), .. }) if limit.is_some() => return Ok("interactions"),
                Err(error) => return Err(error.to_string()),
            }
        }
        if taken == count { Ok("taken") } else { Err(format!("{taken} items, not {count}")) }
    });
    taken.map_err(|error| error.to_string())?
}

/// Some of 1024 branches, each of which has other bits.
pub fn search(chance: &mut Chance, threads: usize) -> Outcome {
    let book = net! {
        @main = (&1{0 1} (&2{0 1} (&3{0 1} (&4{0 1} (&5{0 1} (&6{0 1} (&7{0 1} (&8{0 1} (&9{0 1} &10{0 1})))))))))
    };
    let count = chance.below(1200) as usize;
    let timeout = chance.once_in(3).then(|| chance.within(Duration::from_millis(20)));
    let runtime = timeout.iter().fold(Runtime::new().threads(threads), |runtime, &time| runtime.timeout(time));
    let found = runtime.search(&book, |branches| {
        let mut found = HashSet::new();
        for branch in branches.take(count) {
            match branch {
                Ok(branch) => {
                    let bits = branch.to_string();
                    if !found.insert(bits.clone()) {
                        return Err(format!("{bits} once more"));
                    }
                }
                Err(Error { kind: ErrorKind::Timeout(_), .. }) if timeout.is_some() => return Ok("time"),
                Err(error) => return Err(error.to_string()),
            }
        }
        let expected = count.min(1024);
        if found.len() == expected { Ok("taken") } else { Err(format!("{} branches, not {expected}", found.len())) }
    });
    found.map_err(|error| error.to_string())?
}
