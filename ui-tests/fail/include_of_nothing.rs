//! No path.

use polarnet::include_net;

fn main() {
    let _ = include_net!();
}
