//! Signs that clash are errors, as in `net!`.

use polarnet::include_net;

fn main() {
    let _ = include_net!("nets/clash.hvm");
}
