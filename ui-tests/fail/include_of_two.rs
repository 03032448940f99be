//! Two paths.

use polarnet::include_net;

fn main() {
    let _ = include_net!("nets/a.hvm", "nets/b.hvm");
}
