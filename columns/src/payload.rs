//! Payloads of the standard types.

use crate::{
    brand::Space,
    index::Idx,
    lang::{Decoder, Encoder, Payload},
    record::Leaf,
};

/// A value as what its leaf holds. No word of the machine is wider than 64 bits.
macro_rules! leaf {
    (Unsigned, $value:expr) => {
        $value as u64
    };
    (Signed, $value:expr) => {
        $value as i64
    };
    ($other:ident, $value:expr) => {
        $value
    };
}

/// What is a word, or can be made one.
macro_rules! word {
    ($($Type:ty: $leaf:ident, $value:ident => $put:expr, $word:ident => $get:expr;)*) => { $(
        // SAFETY: B5: one word, and the second expression undoes the first.
        unsafe impl Payload for $Type {
            const WORDS: usize = 1;
            #[inline(always)]
            fn put(self, to: &mut Encoder<'_>) {
                let $value = self;
                to.word($put);
            }
            fn save(self, to: &mut Vec<Leaf>) {
                to.push(Leaf::$leaf(leaf!($leaf, self)));
            }
            #[inline(always)]
            unsafe fn get(from: &mut Decoder<'_>) -> Self {
                // SAFETY: B5, by the caller's word.
                let $word = unsafe { from.word() };
                $get
            }
        }
    )* };
}

word! {
    u8: Unsigned, n => n.into(), word => word as u8;
    u16: Unsigned, n => n.into(), word => word as u16;
    u32: Unsigned, n => n, word => word;
    i8: Signed, n => n as u32, word => word as i8;
    i16: Signed, n => n as u32, word => word as i16;
    i32: Signed, n => n as u32, word => word as i32;
    f32: Single, x => x.to_bits(), word => f32::from_bits(word);
    bool: Truth, b => b.into(), word => word != 0;
    char: Character, c => c.into(), word => char::from_u32(word).unwrap_or_default();
}

/// What is two words.
macro_rules! two_words {
    ($($Type:ty: $leaf:ident, $value:ident => $put:expr, $bits:ident => $get:expr;)*) => { $(
        // SAFETY: B5: two words, and the second expression undoes the first.
        unsafe impl Payload for $Type {
            const WORDS: usize = 2;
            #[inline(always)]
            fn put(self, to: &mut Encoder<'_>) {
                let $value = self;
                let bits: u64 = $put;
                to.word(bits as u32);
                to.word((bits >> 32) as u32);
            }
            fn save(self, to: &mut Vec<Leaf>) {
                to.push(Leaf::$leaf(leaf!($leaf, self)));
            }
            #[inline(always)]
            unsafe fn get(from: &mut Decoder<'_>) -> Self {
                // SAFETY: B5, by the caller's word.
                let [low, high] = unsafe { [from.word(), from.word()] };
                let $bits = u64::from(low) | u64::from(high) << 32;
                $get
            }
        }
    )* };
}

two_words! {
    u64: Unsigned, n => n, bits => bits;
    i64: Signed, n => n as u64, bits => bits as i64;
    f64: Double, x => x.to_bits(), bits => f64::from_bits(bits);
    usize: Unsigned, n => n as u64, bits => bits as usize;
    isize: Signed, n => n as i64 as u64, bits => bits as isize;
}

// SAFETY: one word; B2: what `get` makes an index was one of this space, whose length never shrinks.
unsafe impl<S: Space> Payload for Idx<S> {
    const WORDS: usize = 1;
    #[inline(always)]
    fn put(self, to: &mut Encoder<'_>) {
        to.word(self.raw());
    }
    fn save(self, to: &mut Vec<Leaf>) {
        to.push(Leaf::Unsigned(self.raw().into()));
    }
    #[inline(always)]
    unsafe fn get(from: &mut Decoder<'_>) -> Self {
        // SAFETY: B5, by the caller's word.
        Idx::new(unsafe { from.word() })
    }
}

// SAFETY: B5: no word.
unsafe impl Payload for () {
    const WORDS: usize = 0;
    fn put(self, _: &mut Encoder<'_>) {}
    unsafe fn get(_: &mut Decoder<'_>) {}
}

// SAFETY: B5: the words of the one after those of the other.
unsafe impl<A: Payload, B: Payload> Payload for (A, B) {
    const WORDS: usize = A::WORDS + B::WORDS;
    #[inline(always)]
    fn put(self, to: &mut Encoder<'_>) {
        self.0.put(to);
        self.1.put(to);
    }
    fn save(self, to: &mut Vec<Leaf>) {
        self.0.save(to);
        self.1.save(to);
    }
    #[inline(always)]
    unsafe fn get(from: &mut Decoder<'_>) -> Self {
        // SAFETY: B5, by the caller's word.
        unsafe { (A::get(from), B::get(from)) }
    }
}

// SAFETY: B5: the words of each, in order.
unsafe impl<T: Payload, const N: usize> Payload for [T; N] {
    const WORDS: usize = N * T::WORDS;
    #[inline(always)]
    fn put(self, to: &mut Encoder<'_>) {
        for value in self {
            value.put(to);
        }
    }
    fn save(self, to: &mut Vec<Leaf>) {
        for value in self {
            value.save(to);
        }
    }
    #[inline(always)]
    unsafe fn get(from: &mut Decoder<'_>) -> Self {
        // SAFETY: B5, by the caller's word.
        core::array::from_fn(|_| unsafe { T::get(from) })
    }
}

/// The word of a payload that is one: for `schedule!`, which compares payloads on a device by their words.
#[doc(hidden)]
pub fn word<P: Payload>(value: P) -> u64 {
    const { assert!(P::WORDS == 1, "a pattern on a device is of one word: an enum without fields, a number, a `char`") }
    let mut pool = Vec::new();
    let mut words = Encoder::new(&mut pool);
    words.operator(0, true);
    value.put(&mut words);
    pool.first().copied().unwrap_or_default().into()
}
