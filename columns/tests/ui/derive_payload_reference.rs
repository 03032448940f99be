use polarnet_columns::Node;

#[derive(Node, Clone, Copy)]
enum Math<'b, I> {
    Var(&'b str),
    Neg(I),
}

fn main() {}
