use polarnet::schedule;

schedule! {
    tmln one_trip(e: Event) -> Event {
        loc, rem :- encode_event(e)
        sub :- submitt_event(rem)
        returns sync_event(loc, sub)
    }
}

fn main() {}
