use polarnet_columns::{Data, Exists, Family, Space, space};

struct Column;

impl Family for Column {
    type At<S: Space> = Data<S, u32>;
}

fn main() {
    space!(Left, left);
    let column = left.column(vec![1]);
    let table = Exists::<Column>::new(|_| column);
}
