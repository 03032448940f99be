use polarnet_columns::{List, Node};

#[derive(Node, Clone, Copy)]
enum Math<'b, I> {
    Num(i32),
    Sum(List<'b, I>),
}

fn main() {}
