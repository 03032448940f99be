use polarnet_columns::{Child, List, Node};

#[derive(Node, Clone, Copy)]
enum Math<'a, 'b, I: Child> {
    Sum(List<'a, I>),
    Product(List<'b, I>),
}

fn main() {}
