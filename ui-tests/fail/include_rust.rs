//! Files have no Rust in them.

use polarnet::include_net;

fn main() {
    let _ = include_net!("nets/rust.hvm");
}
