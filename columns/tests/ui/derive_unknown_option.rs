use polarnet_columns::Node;

#[derive(Node, Clone, Copy)]
#[node(kind = "math")]
enum Math<I> {
    Num(i32),
    Neg(I),
}

fn main() {}
