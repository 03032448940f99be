//! What a compiled kernel is kept under.

use super::nvrtc::{Architecture, OPTIONS, Source, Version};
use core::fmt;
use sha2::{Digest, Sha256};

/// The hash of all that code is made of.
///
/// ```
/// use polarnet_runtime::cuda::{cache::Key, nvrtc::{Architecture, Source, Version}};
///
/// let key = |text| Key::new(&Source { name: "a.cu", text, headers: &[], options: &[] }, Architecture(9, 0), Version(13, 0));
/// assert!(key("a") == key("a") && key("a") != key("b"));
/// assert_eq!(key("a").to_string().len(), 64); // of its file
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Key(pub(super) [u8; 32]);

impl Key {
    /// Of this source for this device, compiled by this version of NVRTC, for this version of polarnet.
    ///
    /// ```
    /// use polarnet_runtime::cuda::{cache::Key, nvrtc::{Architecture, Source, Version}};
    ///
    /// let source = Source { name: "a.cu", text: "…", headers: &[], options: &[] };
    /// let key = |device, nvrtc| Key::new(&source, device, nvrtc);
    /// assert_ne!(key(Architecture(8, 0), Version(13, 0)), key(Architecture(9, 0), Version(13, 0)));
    /// assert_ne!(key(Architecture(9, 0), Version(12, 0)), key(Architecture(9, 0), Version(13, 0)));
    /// ```
    #[must_use]
    pub fn new(source: &Source<'_>, device: Architecture, nvrtc: Version) -> Key {
        Key::of(source, device, nvrtc, env!("CARGO_PKG_VERSION"))
    }

    pub(super) fn of(source: &Source<'_>, device: Architecture, nvrtc: Version, ours: &str) -> Key {
        let mut hash = Sha256::new();
        // Each text after its length, each list after its count: no two sources run together into the same bytes.
        let mut put = |text: &str| {
            hash.update((text.len() as u64).to_le_bytes());
            hash.update(text);
        };
        put(ours);
        put(&nvrtc.to_string());
        put(&device.to_string());
        put(source.name);
        put(source.text);
        for list in [&OPTIONS[..], source.options] {
            put(&list.len().to_string());
            list.iter().for_each(|option| put(option));
        }
        for (name, text) in source.headers {
            put(name);
            put(text);
        }
        Key(hash.finalize().into())
    }

    /// Is this how a key is written?
    pub(super) fn is_name(name: &str) -> bool {
        name.len() == 64 && name.bytes().all(|byte| byte.is_ascii_hexdigit())
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}
