use polarnet::{
    columns::{Child, Node},
    schedule,
};

#[derive(Node, Clone, Copy)]
enum Math<I: Child> {
    Num(f64),
    Neg(I),
    Add(I, I),
}

schedule! {
    space expr: Batch<Math>;
    val up(n: Math) -> u32 { returns match n { Num => down[n], _(args..) => sum(up[args]) } }
    val down(n: Math) -> u32 default 0 join add { match n { _(args..) => down[args] <- up[n] } }
    fn ups(b: &Batch<expr>) -> Data<expr, u32> impls up { bottom_up(b) }

    val even(n: Math) -> bool { returns match n { Neg(x) => odd[x], _ => true } }
    val odd(n: Math) -> bool { returns match n { Neg(x) => even[x], _ => false } }
    fn evens(batch: &Batch<expr>) -> Data<expr, bool> impls even { bottom_up(batch) }
}

fn main() {}
