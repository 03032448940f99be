use polarnet_columns::Node;

#[derive(Node)]
enum Math<I> {
    Num(i32),
    Neg(I),
}

fn main() {}
