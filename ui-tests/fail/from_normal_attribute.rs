use polarnet::FromNormal;

#[derive(FromNormal)]
#[agent(name = "Tree")]
enum Tree {
    #[agent(rename = "L")]
    Leaf(u32),
}

#[derive(FromNormal)]
enum Other {
    #[agent(rename = "L")]
    Leaf(u32),
}

#[derive(FromNormal)]
enum Nothing {}

#[derive(FromNormal)]
union Both {
    x: u32,
    y: f32,
}

fn main() {}
