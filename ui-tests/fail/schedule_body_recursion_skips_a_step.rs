use polarnet::schedule;

schedule! {
    val rec_sum(a: i64, b: i64) -> i64 {
        returns 0 if a > b else a if a == b else rec_sum(a + 1, b) + a
    }
    fn rec_sum_impl(a: i64, b: i64) -> i64 impls rec_sum {
        if a > b {
            0
        } else {
            rec_sum_impl(a + 1, b) + a
        }
    }
}

fn main() {}
