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
    val one(x: i32) -> i32 { returns twice::<1>(x) + 1 }
    fn of_one(x: i32) -> i32 impls one, double_sync { ??? }
}

fn main() {}
