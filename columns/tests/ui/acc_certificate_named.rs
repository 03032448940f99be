use polarnet_columns::{Acc, Brand, ops::Add, with_acc};

fn main() {
    Brand::with(|guard| {
        let a = guard.column(vec![1, 2]);
        fn first<'c, 'id>(acc: Acc<'c, Brand<'id>, i32, Add>, kept: &mut Option<Acc<'c, Brand<'id>, i32, Add>>) {
            *kept = Some(acc);
        }
        let mut kept = None;
        with_acc(Add, a, |acc| {
            first(acc, &mut kept);
            kept.take().unwrap()
        });
    });
}
