use polarnet_columns::Node;

#[derive(Clone, Copy, Debug)]
struct Name(u32);

#[derive(Node, Clone, Copy)]
enum Math<I> {
    Var(Name),
    Neg(I),
}

fn main() {}
