//! All mistakes of a file, at their places in it.

use polarnet::include_net;

fn main() {
    let _ = include_net!("nets/errors.hvm");
}
