use polarnet::schedule;

schedule! {
    tmln bad(e: Event) -> (Event, Fence) { returns e }
}

fn main() {}
