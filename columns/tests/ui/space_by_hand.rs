use polarnet_columns::Space;

#[derive(Clone, Copy)]
struct Mine;

impl Space for Mine {}

fn main() {}
