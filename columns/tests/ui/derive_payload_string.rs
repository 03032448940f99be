use polarnet_columns::Node;

#[derive(Node, Clone, Copy)]
enum Math<I> {
    Var(String),
    Neg(I),
}

fn main() {}
