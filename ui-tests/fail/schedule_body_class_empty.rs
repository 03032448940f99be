use polarnet::schedule;

schedule! {
    feq sum {}
}

fn main() {}
