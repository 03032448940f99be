use polarnet_columns::{Data, Exists, Family, Space, open};

struct Column;

impl Family for Column {
    type At<S: Space> = Data<S, u32>;
}

fn main() {
    let table = Exists::<Column>::new(|guard| guard.column(vec![1, 2]));
    let index = {
        open!(column = &table);
        column.check(0).unwrap()
    };
    println!("{index:?}");
}
