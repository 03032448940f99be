use polarnet::schedule;

schedule! {
    sptl one(e: Event) -> BufferSpace { returns e }
}

fn main() {}
