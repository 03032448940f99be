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
enum Twice {
    #[agent(name = "L")]
    #[agent(name = "M")]
    Leaf(u32),
}

#[derive(FromNormal)]
enum Port {
    Leaf(#[agent(name = "value")] u32),
}

#[derive(FromNormal)]
enum Nothing {}

#[derive(FromNormal)]
union Both {
    x: u32,
    y: f32,
}

// They are read all the same: nothing is said of that.
fn main() {
    let done = polarnet::Runtime::new().run(&polarnet::net! { @main = 1 }).unwrap();
    let _ = (done.value::<Nothing>(), done.value::<Vec<Other>>(), done.value::<Port>());
}
