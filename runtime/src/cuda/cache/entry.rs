//! The file of a compiled kernel.
//!
//! ```text
//! "polarnet kernel" version | key, 32 bytes | kind | the image | SHA-256 of all before, 32 bytes
//! ```

use super::{Image, Key};
use sha2::{Digest, Sha256};

/// The last is the version of the format.
const MAGIC: &[u8; 16] = b"polarnet kernel\x01";
const CUBIN: u8 = 0;
const PTX: u8 = 1;

pub fn write(key: &Key, image: &Image) -> Vec<u8> {
    let (kind, image) = match image {
        Image::Cubin(code) => (CUBIN, &code[..]),
        Image::Ptx(text) => (PTX, text.as_bytes()),
    };
    let mut bytes = [&MAGIC[..], &key.0, &[kind], image].concat();
    let hash = Sha256::digest(&bytes);
    bytes.extend_from_slice(&hash);
    bytes
}

/// `None` if it is not as it was written, under this key.
pub fn read(key: &Key, bytes: &[u8]) -> Option<Image> {
    let (bytes, hash) = bytes.split_last_chunk::<32>()?;
    if Sha256::digest(bytes)[..] != hash[..] {
        return None;
    }
    let rest = bytes.strip_prefix(MAGIC)?.strip_prefix(&key.0)?;
    match rest.split_first()? {
        (&CUBIN, code) => Some(Image::Cubin(code.to_vec())),
        (&PTX, text) => String::from_utf8(text.to_vec()).ok().map(Image::Ptx),
        _ => None,
    }
}
