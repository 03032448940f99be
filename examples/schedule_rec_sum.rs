//! A sum by recursion: what it is, and two ways to compute it.
//!
//! The `val` says what the sum is. `rec_sum_impl` computes it step by step, and is compared with the `val` when it is compiled; try to write
//! `rec_sum_impl(a + 1, b) + b`. `rec_sum_order` lets an order compute it. Neither is limited by the thread's stack.
//!
//!     cargo run --example schedule_rec_sum

use polarnet::schedule;

schedule! {
    // Nothing happens on a device, and no memory is made there: these two may as well be left out.
    tmln time(e: Event) -> Event { returns e }
    sptl memory(s: BufferSpace) -> BufferSpace { returns s }

    val rec_sum(a: i64, b: i64) -> i64 {
        returns 0 if a > b else
                a if a == b else
                rec_sum(a + 1, b) + a
    }

    fn rec_sum_impl(a: i64, b: i64) -> i64 impls rec_sum, time, memory {
        if a > b {
            0
        } else if a == b {
            a
        } else {
            rec_sum_impl(a + 1, b) + a
        }
    }

    fn rec_sum_order(a: i64, b: i64) -> i64 impls rec_sum { eval(a, b) }

    pipeline main { rec_sum_impl, rec_sum_order }
}

fn main() {
    for (a, b) in [(1, 10), (7, 7), (3, 2), (1, 100_000)] {
        let sum = rec_sum_impl(a, b);
        assert_eq!(sum, rec_sum_order(a, b));
        println!("{a} + … + {b} = {sum}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_ways_add() {
        for (a, b) in [(1, 10), (-3, 3), (5, 5), (5, 4), (0, 1000)] {
            let wanted = (a..=b).sum::<i64>();
            assert_eq!((rec_sum_impl(a, b), rec_sum_order(a, b)), (wanted, wanted), "{a} to {b}");
        }
    }

    #[test]
    fn it_may_be_deep() {
        assert_eq!(rec_sum_impl(1, 200_000), 20_000_100_000);
    }
}
