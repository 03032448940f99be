use polarnet_columns::Node;

#[derive(Node, Clone, Copy)]
struct Add<I> {
    left: I,
    right: I,
}

fn main() {}
