use polarnet::schedule;

schedule! {}

fn main() {}
