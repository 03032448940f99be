use polarnet_columns::Node;

#[derive(Node, Clone, Copy)]
enum Math<I> {
    Num(i32),
    Sum(&'static [I]),
}

fn main() {}
