use polarnet_columns::{AtomicMonoid, Commutative, Monoid};

struct Xor;
impl Monoid<u32> for Xor {
    fn identity(&self) -> u32 {
        0
    }
    fn combine(&self, into: &mut u32, value: u32) {
        *into ^= value;
    }
}
impl Commutative<u32> for Xor {}
impl AtomicMonoid<u32> for Xor {
    unsafe fn combine_shared(&self, place: *mut u32, value: u32) {
        // SAFETY: the caller's.
        unsafe { *place ^= value };
    }
}

fn main() {}
