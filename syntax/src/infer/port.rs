//! Ports as the inference names them.

use crate::net::Polarity;

/// A port, or its dual: what stands at the other end of a wire from it.
///
/// Two wired ports have opposite signs and opposite types. With duals at hand "opposite" is "equal to the dual", so
/// everything below knows one relation only: equality. Port 0 is the constant `+`, its dual the constant `-`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Port(u32);

impl Port {
    /// A port that is positive.
    pub const POSITIVE: Port = Port(0);

    /// The port with this number.
    pub const fn new(number: u32) -> Self {
        debug_assert!(number < 1 << 31);
        Port(number << 1)
    }

    /// A constant.
    pub const fn constant(sign: Polarity) -> Self {
        match sign {
            Polarity::Positive => Port(0),
            Polarity::Negative => Port(1),
        }
    }

    /// Its number, and its dual's.
    pub const fn number(self) -> u32 {
        self.0 >> 1
    }

    /// Its number, to index with.
    pub const fn index(self) -> usize {
        (self.0 >> 1) as usize
    }

    /// Is it the dual of the port with its number?
    pub const fn is_dual(self) -> bool {
        self.0 & 1 == 1
    }

    /// The other end of a wire from here.
    pub const fn dual(self) -> Self {
        Port(self.0 ^ 1)
    }

    /// Its dual if `flip`, else itself.
    pub const fn dual_if(self, flip: bool) -> Self {
        Port(self.0 ^ flip as u32)
    }

    /// The sign, if it is one of the constants.
    pub const fn as_constant(self) -> Option<Polarity> {
        match self.0 {
            0 => Some(Polarity::Positive),
            1 => Some(Polarity::Negative),
            _ => None,
        }
    }
}

/// `sign`, or the other one if `flip`.
pub(super) const fn flip_if(sign: Polarity, flip: bool) -> Polarity {
    if flip { sign.flip() } else { sign }
}
