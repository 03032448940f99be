use polarnet_columns::Brand;

fn main() {
    Brand::with(|left| {
        Brand::with(|right| {
            let (a, b) = (left.column(vec![1]), right.column(vec![2]));
            println!("{}", a[b.check(0).unwrap()]);
        });
    });
}
