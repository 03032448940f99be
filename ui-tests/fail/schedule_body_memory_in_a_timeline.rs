use polarnet::schedule;

schedule! {
    tmln one(e: Event) -> Event { returns alloc[i32](e) }
}

fn main() {}
