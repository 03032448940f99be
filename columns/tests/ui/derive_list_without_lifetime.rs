use polarnet_columns::{Child, List, Node};

#[derive(Node, Clone, Copy)]
enum Math<I: Child> {
    Num(i32),
    Sum(List<I>),
}

fn main() {}
