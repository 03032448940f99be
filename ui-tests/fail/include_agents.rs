//! A rule is missing in the file.

use polarnet::include_net;

fn main() {
    let _ = include_net!("nets/agents.hvm");
}
