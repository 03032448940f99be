use polarnet::schedule;

schedule! {
    tmln one_trip(e: Event) -> Event {
        loc, rem :- encode_event(done)
        sub :- submit_event(rem)
        done :- sync_event(loc, sub)
        returns done
    }
}

fn main() {}
