use polarnet_columns::{Acc, Brand, ops::Add, with_acc};

fn main() {
    Brand::with(|guard| {
        let a = guard.column(vec![1, 2]);
        with_acc(Add, a, |acc: Acc<'static, _, i32, Add>| acc);
    });
}
