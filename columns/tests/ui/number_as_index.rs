use polarnet_columns::space;

fn main() {
    space!(Left, left);
    let a = left.column(vec![1]);
    println!("{}", a[0]);
}
