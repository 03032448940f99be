use polarnet_columns::Node;

#[derive(Node, Clone, Copy)]
enum Never<I> {}

fn main() {}
