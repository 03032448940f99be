use polarnet::schedule;

schedule! {
    tmln one_trip(e: Event) -> Event {
        loc, rem :- encode_event(e)
        rem :- submit_event(rem)
        returns loc
    }
}

fn main() {}
