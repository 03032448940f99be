//! A folder is no file.

use polarnet::include_net;

fn main() {
    let _ = include_net!("nets");
}
