use polarnet_columns::Node;

#[derive(Node, Clone, Copy)]
#[node(child = E)]
enum Math<I> {
    Num(i32),
    Add(I, I),
}

fn main() {}
