use polarnet_columns::Node;

#[derive(Node, Clone, Copy)]
enum Math<E> {
    Num(i32),
    Add(E, E),
}

fn main() {}
