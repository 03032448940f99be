#![deny(unused_must_use)]
use polarnet_columns::{Acc, Space, ops::Add};

fn count<'c, S: Space>(acc: Acc<'c, S, u32, Add>, rows: &[u32]) {
    acc.update_raw(rows[0], 1);
}

fn main() {
    let _ = count::<polarnet_columns::Brand>;
}
