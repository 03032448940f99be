use polarnet_columns::Payload;

#[derive(Payload, Clone, Copy)]
union Bits {
    int: u32,
    float: f32,
}

fn main() {}
