use polarnet::schedule;

schedule! {
    tmln one(e: Event) -> Event { returns e }
}

fn main() {}
