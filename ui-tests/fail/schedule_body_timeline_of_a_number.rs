use polarnet::schedule;

schedule! {
    tmln one(e: Event) -> i32 { returns e }
}

fn main() {}
