use polarnet_columns::{Data, Exists, Family, Space, open};

struct Column;

impl Family for Column {
    type At<S: Space> = Data<S, u32>;
}

fn main() {
    let table = Exists::<Column>::new(|guard| guard.column(vec![1, 2]));
    open!(once = &table);
    open!(again = &table);
    println!("{}", once[again.check(0).unwrap()]);
}
