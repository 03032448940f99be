//! Paths are relative to this file.

use polarnet::{Runtime, include_net};

include_net! {
    /// Numbers.
    pub book Math { "nets/math.hvm", }
}

fn main() {
    let book = include_net!(r"nets/../nets/math.hvm");
    assert_eq!(Runtime::new().run(&book).unwrap().to_string(), "8");
    assert_eq!(Math::twice(&Runtime::new(), 21).unwrap(), 42);
}
