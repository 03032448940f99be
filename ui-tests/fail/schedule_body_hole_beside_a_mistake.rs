use polarnet::schedule;

fn double(x: i32) -> i32 {
    2 * x
}

schedule! {
    extern(gpu) twice(x: i32) -> out: i32 { dimensions: 1, cpu: double }
    tmln one_trip(e: Event) -> Event {
        here, there :- encode_event(e)
        fence :- submit_event(there)
        returns sync_event(here, fence)
    }
    val one(x: i32) -> i32 { returns twice::<1>(x) + 1 }
    fn of_one(x: i32) -> i32 impls one, one_trip {
        let e = encode_begin(gpu);
        ???;
        let f = submit e;
        (await f).y + 2
    }
}

fn main() {}
