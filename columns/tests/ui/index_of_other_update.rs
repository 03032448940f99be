use polarnet_columns::space;

fn main() {
    space!(Left, left);
    space!(Right, right);
    let a = left.column(vec![1, 2]);
    let b = right.column(vec![3, 4]);
    let mut a = a;
    a.update(b.check(0).unwrap(), |value| *value += 1);
}
