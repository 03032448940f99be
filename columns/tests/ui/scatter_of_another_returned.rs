use polarnet_columns::{scatter, space};

fn main() {
    space!(Left, left);
    let rows = left.rows(2);
    scatter(rows.fill(0), |outer| {
        scatter(rows.fill(0), |_inner| outer);
        todo!()
    });
}
