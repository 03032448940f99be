use polarnet_columns::Node;

#[derive(Node, Clone, Copy)]
enum Math<I> {
    Num(i32),
    Sum((I, I)),
}

fn main() {}
