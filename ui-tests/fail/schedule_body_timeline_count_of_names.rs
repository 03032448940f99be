use polarnet::schedule;

schedule! {
    tmln one_trip(e: Event) -> Event {
        loc :- encode_event(e)
        returns loc
    }
}

fn main() {}
