use polarnet_columns::{scatter, space};

fn main() {
    space!(Left, left);
    let a = left.column(vec![1, 2]);
    scatter(a, |acc| {
        let _ = acc.write_raw(0, 1);
        acc.write_raw(1, 1)
    });
}
