//! The file is no text.

use polarnet::include_net;

fn main() {
    let _ = include_net!("nets/latin1.hvm");
}
