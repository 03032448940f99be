use polarnet::FromNormal;

#[derive(FromNormal)]
enum Named {
    Of(String, u32),
}

fn main() {}
