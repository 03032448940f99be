use polarnet_columns::Payload;

#[derive(Payload, Clone, Copy, Debug)]
enum Never {}

fn main() {}
