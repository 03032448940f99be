use polarnet_columns::Brand;

fn main() {
    let mut kept = Vec::new();
    Brand::with(|guard| {
        let column = guard.column(vec![1]);
        kept.push(column.check(0));
    });
}
