use polarnet_columns::Node;

#[derive(Node, Clone, Copy)]
#[node(lang = One, lang = Two)]
enum Math<I> {
    Num(i32),
    Neg(I),
}

fn main() {}
