use polarnet_columns::Payload;

#[derive(Payload, Clone, Copy, Debug)]
enum Function {
    Sin,
    Power(u32),
}

fn main() {}
