//! There is no such file.

use polarnet::include_net;

fn main() {
    let _ = include_net!("nets/no_such_file.hvm");
}
