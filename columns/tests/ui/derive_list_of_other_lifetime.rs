use polarnet_columns::{Child, List, Node};

#[derive(Node, Clone, Copy)]
enum Math<'b, I: Child> {
    Num(i32),
    Sum(List<'static, I>),
    Product(List<'b, I>),
}

fn main() {}
