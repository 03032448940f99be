use polarnet_columns::{Memo, space};

fn main() {
    space!(Left, left);
    space!(Right, right);
    let a = left.column(vec![1, 2]);
    let b = right.column(vec![3, 4]);
    let mut memo = Memo::new();
    memo.begin(a.check(0).unwrap()).unwrap();
    memo.finish(b.check(0).unwrap(), 1);
}
