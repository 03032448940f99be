use polarnet::schedule;

schedule! {
    const ROWS: u32 = 1.5;
}

fn main() {}
