use polarnet::schedule;

schedule! {
    sptl one(s: BufferSpace) -> BufferSpace { returns malloc(s) }
}

fn main() {}
