use polarnet::schedule;

schedule! {
    tmln time(e: Event) -> Event { returns e }
    sptl space_of(s: BufferSpace) -> BufferSpace { returns s }
    val rec_sum(a: i64, b: i64) -> i64 {
        returns 0 if a > b else a if a == b else rec_sum(a + 1, b) + a
    }
    fn rec_sum_impl(a: i64, b: i64) -> i64 impls rec_sum, time, space_of {
        if a > b {
            0
        } else if a == b {
            a
        } else {
            rec_sum_impl(a + 1, b) + a
        }
    }
    pipeline main { rec_sum_impl }
}

fn main() {
    assert_eq!(rec_sum_impl(1, 4), 10);
    assert_eq!(rec_sum_impl(5, 4), 0);
}
