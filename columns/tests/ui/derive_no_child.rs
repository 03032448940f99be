use polarnet_columns::Node;

#[derive(Node, Clone, Copy)]
enum Math {
    Num(i32),
}

fn main() {}
