//! The path of an item stands in braces.

use polarnet::include_net;

include_net! { pub book Wrong "nets/signatures.hvm" }

fn main() {}
