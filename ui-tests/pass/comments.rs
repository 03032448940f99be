//! Comments of all kinds inside of a net.

use polarnet::{Runtime, net};

net! {
    /// The book's own.
    pub book Commented {
        // A line.
        /// The function's own,
        /// in two lines.
        @id(n: u32) -> u32 = (n /* inside */ n)
        /** And this one's. */
        @k() -> u32 = 1
    }
}

fn main() {
    let book = net! {
        /// Documents nothing, and harms nothing.
        @main = 1
    };
    assert_eq!(Runtime::new().run(&book).unwrap().to_string(), "1");
    assert_eq!(Commented::id(&Runtime::new(), 1).unwrap(), Commented::k(&Runtime::new()).unwrap());
}
