use polarnet_columns::Node;

#[derive(Node, Clone, Copy)]
union Word<I: Copy> {
    number: u32,
    child: I,
}

fn main() {}
