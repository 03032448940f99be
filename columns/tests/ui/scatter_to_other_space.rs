use polarnet_columns::space;

fn main() {
    space!(Left, left);
    space!(Right, right);
    let a = left.column(vec![1, 2]);
    let b = right.column(vec![3, 4]);
    space!(Third, third);
    let third = third.column(vec![0]);
    let to = a.rows().data(|_| b.check(0).unwrap());
    let _ = a.scatter(&to, third, |old, new| *old += new);
}
