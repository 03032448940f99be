use polarnet::schedule;

fn double(x: i32) -> i32 {
    2 * x
}

schedule! {
    extern(gpu) twice(x: i32) -> out: i32 { dimensions: 1, cpu: double }
    tmln part(e: Event, r: Encoder) -> (Event, Fence) { returns (e, submit_event(r)) }
    tmln all(e: Event) -> Event {
        here, there :- encode_event(e)
        later, fence :- part(here, there)
        returns sync_event(later, fence)
    }
    val one(x: i32) -> i32 { returns twice::<1>(x) + 1 }
    fn of_one(x: i32) -> i32 impls one, all { ??? }
}

fn main() {}
