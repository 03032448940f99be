use polarnet::schedule;

fn double(x: i32) -> i32 {
    2 * x
}

schedule! {
    extern(gpu) twice(x: i32) -> out: i32 { dimensions: 1, cpu: double }
    tmln double_sync(e: Event) -> Event {
        here1, there1 :- encode_event(e)
        fence1 :- submit_event(there1)
        here2, there2 :- encode_event(here1, fence1)
        fence2 :- submit_event(there2)
        back :- sync_event(here2, fence1)
        returns sync_event(back, fence2)
    }
    val two(x: i32, y: i32) -> (i32, i32) {
        a :- twice::<1>(x)
        b :- twice::<1>(y)
        returns (a, b)
    }
    fn of_both(x: i32, y: i32) -> (i32, i32) impls two, double_sync { ??? }
}

fn main() {}
