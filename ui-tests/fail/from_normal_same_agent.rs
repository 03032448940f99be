use polarnet::FromNormal;

#[derive(FromNormal)]
enum Tree {
    Leaf(u32),
    #[agent(name = "Leaf")]
    Other(f32),
}

fn main() {}
