use polarnet_columns::{Child, List, Node, Payload};

trait Beside {
    type Payload: Payload;
}

impl<I: Child> Beside for Math<'_, I> {
    type Payload = u32;
}

#[derive(Node, Clone, Copy)]
enum Math<'b, I: Child> {
    Sum(List<'b, I>, <Self as Beside>::Payload),
}

fn main() {}
