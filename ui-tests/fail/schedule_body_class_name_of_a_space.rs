use polarnet::schedule;

schedule! {
    feq sum {
        tmln one(e: Event) -> Event { returns e }
    }
}

fn main() {}
