//! Paths are literals.

use polarnet::include_net;

fn main() {
    let _ = include_net!(concat!("nets/", "a.hvm"));
}
