//! What stands before the path.

use polarnet::include_net;

fn main() {
    let _ = include_net!(#![native] #![passes(fast)] #![crate] "nets/clash.hvm");
}
