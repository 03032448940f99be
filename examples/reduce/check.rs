//! Are two expressions the same real function? They are compared at points, with intervals.

use polarnet::columns::{Batch, Idx, Space};
use polarnet_fpcore::{Fault, Names, Outcome, RealLang, Symbol, evaluate};

/// How the points went.
#[derive(Default, Clone, Copy, PartialEq, Eq, Debug)]
pub struct Verdict {
    /// Both have a value, and it is the same: their intervals meet, and are narrow.
    pub same: usize,
    /// The first has no value there.
    pub undefined: usize,
    /// It cannot be told, with thousands of bits, or the evaluation lacks an operation.
    pub unsure: usize,
    /// They differ, or the second has no value where the first has one.
    pub different: usize,
}

/// Bits of precision, tried one after the other until one is enough.
const PRECISIONS: [usize; 3] = [128, 512, 2048];

/// Compares the expression at `before` with the one at `after`, at `points` points: the same ones each time.
pub fn compare<A: Space, B: Space>(
    before: (&Batch<A, RealLang>, Idx<A>),
    after: (&Batch<B, RealLang>, Idx<B>),
    names: &Names,
    points: u64,
) -> Verdict {
    let mut verdict = Verdict::default();
    for seed in 0..points {
        let at = |symbol: Symbol, element: Option<u64>| {
            let name = names
                .name(symbol)
                .bytes()
                .fold(element.unwrap_or(u64::MAX), |hash, byte| mixed(hash ^ u64::from(byte)));
            number(mixed(seed) ^ name)
        };
        *match compare_at(before, after, names, &at) {
            Some(true) => &mut verdict.same,
            Some(false) => &mut verdict.different,
            None => {
                let undefined = PRECISIONS.iter().any(|&bits| {
                    matches!(evaluate(before.0, before.1, names, bits, &at), Err(Fault::Undefined | Fault::TooLarge))
                });
                if undefined { &mut verdict.undefined } else { &mut verdict.unsure }
            }
        } += 1;
    }
    verdict
}

/// `None`: the first has no value, or it cannot be told.
fn compare_at<A: Space, B: Space>(
    before: (&Batch<A, RealLang>, Idx<A>),
    after: (&Batch<B, RealLang>, Idx<B>),
    names: &Names,
    at: &impl Fn(Symbol, Option<u64>) -> f64,
) -> Option<bool> {
    for bits in PRECISIONS {
        let old = match evaluate(before.0, before.1, names, bits, at) {
            Ok(old) => old,
            Err(Fault::Unsure) => continue,
            Err(_) => return None,
        };
        match (old, evaluate(after.0, after.1, names, bits, at)) {
            (Outcome::Number(old), Ok(Outcome::Number(new))) => {
                if old.apart(&new) {
                    return Some(false);
                }
                if old.is_narrow(bits / 4, bits / 2) && new.is_narrow(bits / 4, bits / 2) {
                    return Some(true);
                }
            }
            (Outcome::Truth(old), Ok(Outcome::Truth(new))) => return Some(old == new),
            (_, Err(Fault::Unsure)) => {}
            (_, Err(Fault::TooLarge | Fault::Unsupported)) => return None,
            (_, Err(Fault::Undefined) | Ok(_)) => return Some(false),
        }
    }
    None
}

/// Steele, Lea and Flood's SplitMix64.
fn mixed(seed: u64) -> u64 {
    let mut z = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}

/// A number of 24 bits: often between 0 and 1 or -1 and 1, as functions like that; now and then an integer, or of any size.
fn number(seed: u64) -> f64 {
    let bits = mixed(seed);
    let unit = f64::from((bits >> 40) as u32) / f64::from(1 << 24);
    let signed = if bits & 1 == 0 { unit } else { -unit };
    match bits >> 1 & 7 {
        0..3 => unit,
        3 | 4 => signed,
        5 => (signed * 16.0).round(),
        _ => signed * 2_f64.powi((bits >> 4 & 31) as i32 - 12),
    }
}
