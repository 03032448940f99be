use polarnet_columns::space;

fn main() {
    space!(Left, left);
    space!(Right, right);
    let a = left.column(vec![1, 2]);
    let b = right.column(vec![3, 4]);
    let _ = a.zip(b);
}
