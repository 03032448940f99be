//! Signatures in a file that cannot be functions of Rust.

use polarnet::include_net;

include_net! { pub book Wrong { "nets/signatures.hvm" } }

fn main() {
    let _ = Wrong::book();
    let _ = Wrong::few;
}
