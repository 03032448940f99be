use polarnet_columns::{Data, Exists, Family, Space};

struct Column;

impl Family for Column {
    type At<S: Space> = Data<S, u32>;
}

fn main() {
    let table = Exists::<Column>::new(|guard| guard.column(vec![1, 2]));
    let other = Exists::<Column>::new(|guard| guard.column(vec![2]));
    table.with(|left| other.with(|right| left[right.check(0).unwrap()]));
}
