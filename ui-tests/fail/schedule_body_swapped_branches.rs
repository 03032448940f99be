use polarnet::schedule;

fn rec_sum(a: i32, b: i32) -> i32 {
    (a..=b).sum()
}

schedule! {
    extern(cpu) pure rec_sum(i32, i32) -> i32;
    val select_sum(a: i32, b: i32, c: i32) -> i32 {
        x :- rec_sum(a, b)
        returns rec_sum(b, c) if x < 0 else x
    }
    fn select_sum_local(a: i32, b: i32, c: i32) -> i32 impls select_sum {
        let x = rec_sum(a, b);
        let r = rec_sum(b, c);
        if x < 0 {
            x
        } else {
            r
        }
    }
}

fn main() {}
