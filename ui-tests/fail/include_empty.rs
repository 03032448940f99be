//! The file is empty.

use polarnet::include_net;

fn main() {
    let _ = include_net!("nets/empty.hvm");
}
