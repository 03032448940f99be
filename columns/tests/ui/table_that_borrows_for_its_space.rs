#![allow(unused)]
use polarnet_columns::{Exists, Family, Space};

struct Names;

impl Family for Names {
    type At<'id> = std::cell::RefCell<Vec<&'id str>>;
}

fn main() {}
