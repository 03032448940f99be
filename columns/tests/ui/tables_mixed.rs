use polarnet_columns::{Data, Exists, Family, Space, open};

struct Column;

impl Family for Column {
    type At<S: Space> = Data<S, u32>;
}

fn main() {
    let one = Exists::<Column>::new(|guard| guard.column(vec![1]));
    let other = Exists::<Column>::new(|guard| guard.column(vec![2]));
    open!(left = &one);
    open!(right = &other);
    println!("{}", left[right.check(0).unwrap()]);
}
