use polarnet::schedule;

schedule! {
    tmln one(e: Event) -> Event { returns ??? }
}

fn main() {}
