use polarnet_columns::{Cycle, Idx, Memo, Space, space};

fn pass<S: Space, T: Space>(row: Idx<S>, other: Idx<T>) -> Result<(), Cycle<S>> {
    let mut memo = Memo::<S, ()>::new();
    memo.begin(row)?;
    Err(Cycle(other))
}

fn main() {
    space!(Left, left);
    space!(Right, right);
    let a = left.column(vec![1, 2]);
    let b = right.column(vec![3, 4]);
    let _: (&_, &_) = (&a, &b);
    let _ = pass(a.check(0).unwrap(), b.check(0).unwrap());
}
