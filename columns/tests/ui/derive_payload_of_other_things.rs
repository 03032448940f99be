use polarnet_columns::Payload;

#[derive(Payload, Clone, Copy, Debug)]
struct Name {
    text: &'static str,
}

fn main() {}
