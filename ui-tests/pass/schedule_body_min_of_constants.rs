use polarnet::schedule;

schedule! {
    tmln time(e: Event) -> Event { returns e }
    sptl space_of(s: BufferSpace) -> BufferSpace { returns s }
    val min() -> i64 { returns (2 if 2 < 1 else 1) + 1 }
    fn min_impl() -> i64 impls min, time, space_of {
        let a = 2;
        let r = if 2 < 1 { a } else { 1 };
        r + 1
    }
}

fn main() {
    assert_eq!(min_impl(), 2);
}
