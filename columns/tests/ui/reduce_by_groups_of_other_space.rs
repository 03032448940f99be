use polarnet_columns::space;

fn main() {
    space!(Left, left);
    space!(Right, right);
    let a = left.column(vec![1, 2]);
    let b = right.column(vec![3, 4]);
    let group = a.rows().data(|_| b.check(0).unwrap());
    let _ = a.reduce_by(&group, a.rows(), 0, |sum, value| sum + value);
}
