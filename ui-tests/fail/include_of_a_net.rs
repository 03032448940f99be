//! A net is no path.

use polarnet::include_net;

fn main() {
    let _ = include_net!(@main = 1);
}
