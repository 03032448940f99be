use polarnet_columns::Payload;

#[derive(Payload, Clone, Copy)]
struct Name(u32);

fn main() {}
