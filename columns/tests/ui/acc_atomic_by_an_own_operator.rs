use polarnet_columns::{AtomicMonoid, Monoid};

struct Xor;
impl Monoid<u32> for Xor {
    fn identity(&self) -> u32 {
        0
    }
    fn combine(&self, into: &mut u32, value: u32) {
        *into ^= value;
    }
}
// SAFETY: an atomic operation.
unsafe impl AtomicMonoid<u32> for Xor {
    unsafe fn combine_shared(&self, place: *mut u32, value: u32) {
        // SAFETY: the caller's.
        unsafe { std::sync::atomic::AtomicU32::from_ptr(place) }.fetch_xor(value, std::sync::atomic::Ordering::Relaxed);
    }
}

fn main() {}
