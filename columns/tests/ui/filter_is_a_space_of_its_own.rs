use polarnet_columns::space;

fn main() {
    space!(Left, left);
    space!(Kept, kept);
    let a = left.column(vec![1, 2]);
    let rows = a.filter(kept, |&value| value > 1);
    println!("{}", a[rows.check(0).unwrap()]);
}
