use polarnet_columns::space;

fn main() {
    let mut kept = Vec::new();
    for n in 0..2 {
        space!(Left, left);
        let a = left.column(vec![n; n]);
        kept.push(a.check(0));
    }
}
