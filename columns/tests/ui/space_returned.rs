use polarnet_columns::space;

fn column() -> polarnet_columns::Data<impl polarnet_columns::Space, u32> {
    space!(Left, left);
    left.column(vec![1])
}

fn main() {
    let _ = column();
}
