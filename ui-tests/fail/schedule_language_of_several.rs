use polarnet::columns::Node;

#[derive(Node, Clone, Copy)]
enum Math<I> {
    Num,
    Add(I, I),
}

polarnet::schedule! {
    space expr: Batch<Math>;
    space out: Batch<Math>;
    val depth(n: Math) -> u32 { returns match n { Num => 0, Add(args..) => 1 + max(depth[args]) } }
    // What is said of it is not said again where it is used.
    val more(n: expr) -> u32 { returns depth[n] + 1 }
    val uses(n: Math) -> u32 default 0 join add { match n { _(args..) => uses[args] <- 1 } }
    fn depths(b: &Batch<expr>) -> Data<expr, u32> impls depth { bottom_up(b) }
    fn us(b: &Batch<expr>) -> Data<expr, u32> impls uses { top_down(b) }
}

fn main() {}
