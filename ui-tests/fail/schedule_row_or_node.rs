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
    space old: Batch<Math>;
    space new: Batch<Math>;
    val simplify(n: old) -> Idx<new> {
        returns match n {
            Add(x, y) => match (simplify[x], simplify[y]) {
                (Num(a), Num(b)) => Num(a + b),
                (a, Num(_)) => a,
                _ => n,
            },
            _ => n,
        }
    }
    fn simplified(b: &Batch<old>, guard: Guard<new>) -> (Batch<new>, Mapping<old, new>) impls simplify { bottom_up(b) }
}

fn main() {}
