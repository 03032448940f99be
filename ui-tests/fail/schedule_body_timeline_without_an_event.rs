use polarnet::schedule;

schedule! {
    tmln one_trip(x: i32) -> Event { returns x }
}

fn main() {}
