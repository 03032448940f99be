use polarnet::schedule;

schedule! {
    tmln one_trip(e: Event) -> Event {
        loc, rem :- encode_event(e)
        sub :- submit_event(rem)
        returns sync_event(loc)
    }
}

fn main() {}
