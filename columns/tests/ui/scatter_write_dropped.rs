#![deny(unused_must_use)]
use polarnet_columns::{Scatter, Space};

fn mark<S: Space>(acc: Scatter<'_, S, bool>, row: u32) {
    acc.write_raw(row, true);
}

fn main() {
    let _ = mark::<polarnet_columns::Brand>;
}
