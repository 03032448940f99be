use polarnet_columns::Payload;

#[derive(Payload, Debug)]
struct Name(u32);

fn main() {}
