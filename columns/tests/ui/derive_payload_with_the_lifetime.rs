use polarnet_columns::{Brand, Child, Idx, List, Node};

#[derive(Node, Clone, Copy)]
enum Math<'b, I: Child> {
    Spec(List<'b, I>, Idx<Brand<'b>>),
}

fn main() {}
