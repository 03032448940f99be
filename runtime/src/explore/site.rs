//! Calls that can be of several functions.

use core::fmt;

/// A call of one of several functions, its members. Two calls are two sites, even of the same class.
///
/// ```
/// use polarnet_runtime::explore::{self, Site};
///
/// static SITE: Site = Site::new("double", "src/main.rs", 20, 13, &["add", "multiply"]);
/// assert_eq!(explore::at(&SITE, |member| SITE.members()[member]), "add"); // the first, unless told
/// assert_eq!(SITE.to_string(), "double (src/main.rs:20:13)");
/// ```
#[derive(Debug)]
pub struct Site {
    name: &'static str,
    file: &'static str,
    line: u32,
    column: u32,
    members: &'static [&'static str],
    id: u64,
}

impl Site {
    /// A call of `name` at this place, by one of its members. Where there is one member, there is no choice, but a step of the path
    /// to others. Sites that agree in all of this are the same choice.
    ///
    /// ```
    /// use polarnet_runtime::explore::Site;
    ///
    /// static SITE: Site = Site::new("double", file!(), line!(), column!(), &["add", "multiply"]);
    /// static CALLER: Site = Site::new("quadruple", file!(), line!(), column!(), &["quadruple"]);
    /// assert_eq!([&SITE, &CALLER].map(|site| site.members().len()), [2, 1]); // a choice, and none
    /// ```
    #[must_use]
    pub const fn new(
        name: &'static str,
        file: &'static str,
        line: u32,
        column: u32,
        members: &'static [&'static str],
    ) -> Site {
        let mut id = text(text(OFFSET, name), file);
        id = word(word(id, line), column);
        let mut i = 0;
        while i < members.len() {
            id = text(id, members[i]);
            i += 1;
        }
        Site { name, file, line, column, members, id }
    }

    /// What is called.
    ///
    /// ```
    /// use polarnet_runtime::explore::Site;
    ///
    /// static SITE: Site = Site::new("double", file!(), line!(), column!(), &["add", "multiply"]);
    /// assert_eq!(SITE.name(), "double");
    /// ```
    #[must_use]
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// The functions of which one is called.
    ///
    /// ```
    /// use polarnet_runtime::explore::Site;
    ///
    /// static SITE: Site = Site::new("double", file!(), line!(), column!(), &["add", "multiply"]);
    /// assert_eq!(SITE.members(), ["add", "multiply"]);
    /// ```
    #[must_use]
    pub const fn members(&self) -> &'static [&'static str] {
        self.members
    }
}

/// `select_sum (src/main.rs:20:13)`
impl fmt::Display for Site {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({}:{}:{})", self.name, self.file, self.line, self.column)
    }
}

/// A path of sites, as a hash that another run of the program has, too: it is in files.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Point(pub u64);

impl Point {
    /// The path without sites.
    pub const START: Point = Point(OFFSET);

    /// The path that goes on to this site.
    pub fn then(self, site: &Site) -> Point {
        Point(mix(self.0.rotate_left(23).wrapping_add(site.id)))
    }
}

/// A step of SplitMix64: numbers that seem to be random, each of which depends on all bits of the one before.
pub fn mix(x: u64) -> u64 {
    let x = x.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

// FNV-1a, as it can be computed while the program compiles.
const OFFSET: u64 = 0xcbf2_9ce4_8422_2325;

const fn byte(hash: u64, byte: u8) -> u64 {
    (hash ^ byte as u64).wrapping_mul(0x0100_0000_01b3)
}

const fn text(mut hash: u64, text: &str) -> u64 {
    let bytes = text.as_bytes();
    let mut i = 0;
    while i < bytes.len() {
        hash = byte(hash, bytes[i]);
        i += 1;
    }
    byte(hash, 0xff) // no text has this byte: `ab`, `c` is not `a`, `bc`
}

const fn word(hash: u64, word: u32) -> u64 {
    let [a, b, c, d] = word.to_le_bytes();
    byte(byte(byte(byte(hash, a), b), c), d)
}
