use polarnet::schedule;

schedule! {
    type R = { v: i32, v: i64 };
}

fn main() {}
