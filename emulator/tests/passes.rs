//! The functions that column passes are written with, beside Rust's, bit for bit.
#![cfg(all(target_os = "linux", target_env = "gnu"))]

mod common;

use std::fmt::Debug;
use std::hint::black_box;

use common::{Device, device, grid};
use cudarc::driver::{DevicePtr, DeviceRepr, ValidAsZeroBits};
use polarnet::columns::{Monoid, ops};
use polarnet_emulator::Options;

/// A fixed sequence of bits.
fn random() -> impl FnMut() -> u64 {
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }
}

/// A number, as bits that are compared: all NaNs are one.
trait Bits: Copy + Debug + DeviceRepr + ValidAsZeroBits + Unpin + 'static {
    const SPECIAL: &'static [Self];
    fn of(random: u64) -> Self;
    fn bits(self) -> u64;
}

macro_rules! integer_bits {
    ($($T:ident)*) => { $(
        impl Bits for $T {
            const SPECIAL: &'static [$T] = &[0, 1, 2, 3, 7, 31, 100, $T::MAX, $T::MAX - 1, $T::MAX / 2, $T::MIN, $T::MIN + 1, (0 as $T).wrapping_sub(1)];
            fn of(random: u64) -> $T {
                // As often small as not.
                if random & 1 == 0 { (random >> 32) as $T } else { (random >> 32) as $T % 16 }
            }
            fn bits(self) -> u64 { self as u64 }
        }
    )* };
}
integer_bits! { u8 u16 u32 u64 i8 i16 i32 i64 }

macro_rules! float_bits {
    ($($T:ident $Bits:ident $tiny:literal $odd:literal;)*) => { $(
        #[allow(clippy::excessive_precision)] // one text for both types
        impl Bits for $T {
            const SPECIAL: &'static [$T] = &[
                0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 1.5, 2.5, -2.5, 0.1, 3.0, -7.0, 127.5, 255.0, 256.0, -128.9, 65_535.9, 2_147_483_648.0, -2_147_483_648.0,
                4_294_967_296.0, 1.844_674_407_370_955_2e19, 9.223_372_036_854_775_8e18, -9.223_372_036_854_775_8e18, 1e18,
                $T::MAX, $T::MIN, $T::MIN_POSITIVE, $tiny, $odd, 0.499_999_97, $T::INFINITY, $T::NEG_INFINITY, $T::NAN, -$T::NAN,
            ];
            fn of(random: u64) -> $T {
                // Any bits, or near to one.
                if random & 1 == 0 { $T::from_bits((random >> 3) as $Bits) } else { (random >> 40) as $T / 65_536.0 - 100.0 }
            }
            fn bits(self) -> u64 {
                (if self.is_nan() { $T::NAN } else { self }).to_bits().into()
            }
        }
    )* };
}
float_bits! { f32 u32 1e-45 8_388_609.0; f64 u64 5e-324 4_503_599_627_370_497.0; }

/// All pairs of what is special, and some more.
fn pairs<T: Bits>() -> (Vec<T>, Vec<T>) {
    let mut next = random();
    let special = T::SPECIAL.iter().flat_map(|&x| T::SPECIAL.iter().map(move |&y| (x, y)));
    let mut pairs: Vec<(T, T)> = special.collect();
    pairs.extend((0..500).map(|_| (T::of(next()), T::of(next()))));
    let some: Vec<(T, T)> = (0..100).map(|n| (T::SPECIAL[n % T::SPECIAL.len()], T::of(next()))).collect();
    pairs.extend(some);
    pairs.into_iter().unzip()
}

const DIVISION_BY_ZERO: u64 = 1;
const REMAINDER_BY_ZERO: u64 = 2;
const DIVISION_OVERFLOW: u64 = 3;
const REMAINDER_OVERFLOW: u64 = 4;
const CLAMP_BOUNDS: u64 = 6;

/// Runs a kernel with these slots behind that for faults; what it told.
fn launch_with(device: &Device, kernel: &str, slots: &[u64], rows: u32, turned: u32) -> Option<(u32, u64)> {
    let fault = device.stream.clone_htod(&[u64::MAX, turned.into()]).unwrap();
    let (at, guard) = fault.device_ptr(&device.stream);
    drop(guard);
    let slots = device.stream.clone_htod(&[&[at], slots].concat()).unwrap();
    launch!(device, kernel, grid(4, 64), &slots, &0_u32, &rows).unwrap();
    device.outcome().unwrap_or_else(|code| panic!("{kernel}: {code:?}: {}", device.emulator.report()));
    let told = device.stream.clone_dtoh(&fault).unwrap()[0];
    (told != u64::MAX).then_some(((told >> 8) as u32 ^ turned, told & 0xff))
}

/// Compares one function with Rust's, which is an error where that would panic.
fn compare<T: Bits>(device: &Device, ty: &str, which: u64, rust: impl Fn(T, T) -> Result<T, u64>) {
    let (x, y) = pairs::<T>();
    let [on_x, on_y] = [&x, &y].map(|values| device.stream.clone_htod(values).unwrap());
    let made = device.stream.alloc_zeros::<T>(x.len()).unwrap();
    let address = |slice: &cudarc::driver::CudaSlice<T>| slice.device_ptr(&device.stream).0;
    let slots = [address(&on_x), address(&on_y), address(&made), which];
    let told = launch_with(device, &format!("functions_{ty}"), &slots, x.len() as u32, 0);
    let made = device.stream.clone_dtoh(&made).unwrap();
    let mut first = None;
    for (row, (&x, &y)) in x.iter().zip(&y).enumerate() {
        match rust(black_box(x), black_box(y)) {
            Ok(value) => {
                assert_eq!(
                    made[row].bits(),
                    value.bits(),
                    "function {which} of {ty}: {x:?}, {y:?}: {:?}, not {value:?}",
                    made[row]
                );
            }
            Err(code) => first = first.or(Some((row as u32, code))),
        }
    }
    assert_eq!(told, first, "function {which} of {ty}");
}

macro_rules! integers {
    ($device:expr, $($T:ident $abs:expr, $signum:expr;)*) => { $({
        let (device, ty) = (&$device, stringify!($T));
        let functions: [fn($T, $T) -> Result<$T, u64>; 13] = [
            |x, y| Ok(x.wrapping_add(y)),
            |x, y| Ok(x.wrapping_sub(y)),
            |x, y| Ok(x.wrapping_mul(y)),
            |x, y| x.checked_div(y).ok_or(if y == 0 { DIVISION_BY_ZERO } else { DIVISION_OVERFLOW }),
            |x, y| x.checked_rem(y).ok_or(if y == 0 { REMAINDER_BY_ZERO } else { REMAINDER_OVERFLOW }),
            |x, y| Ok(x.min(y)),
            |x, y| Ok(x.max(y)),
            |x, y| if 0 <= y { Ok(x.clamp(0, y)) } else { Err(CLAMP_BOUNDS) },
            |x, _| Ok((0 as $T).wrapping_sub(x)),
            |x, _| Ok($abs(x)),
            |x, _| Ok($signum(x)),
            |x, y| Ok(x.wrapping_shl(y as u32)),
            |x, y| Ok(x.wrapping_shr(y as u32)),
        ];
        functions.iter().enumerate().for_each(|(which, rust)| compare::<$T>(device, ty, which as u64, rust));
    })* };
}

#[test]
#[allow(clippy::absurd_extreme_comparisons, unused_comparisons)] // one text for all types
fn integers_are_rusts() {
    let device = device(Options::default());
    integers! { device,
        u8 |x| x, |x| u8::from(x > 0); u16 |x| x, |x| u16::from(x > 0); u32 |x| x, |x| u32::from(x > 0); u64 |x| x, |x| u64::from(x > 0);
        i8 i8::wrapping_abs, i8::signum; i16 i16::wrapping_abs, i16::signum; i32 i32::wrapping_abs, i32::signum; i64 i64::wrapping_abs, i64::signum;
    }
}

macro_rules! floats {
    ($device:expr, $($T:ident)*) => { $({
        let (device, ty) = (&$device, stringify!($T));
        let functions: [fn($T, $T) -> Result<$T, u64>; 21] = [
            |x, y| Ok(x + y),
            |x, y| Ok(x - y),
            |x, y| Ok(x * y),
            |x, y| Ok(x / y),
            |x, y| Ok(x % y),
            |x, y| Ok(either(x, y, x.min(y))),
            |x, y| Ok(either(x, y, x.max(y))),
            |x, y| if 0.0 <= y { Ok(x.clamp(0.0, y)) } else { Err(CLAMP_BOUNDS) },
            |x, _| Ok(-x),
            |x, _| Ok(x.abs()),
            |x, _| Ok(x.signum()),
            |x, _| Ok(x.sqrt()),
            |x, _| Ok(x.floor()),
            |x, _| Ok(x.ceil()),
            |x, _| Ok(x.trunc()),
            |x, _| Ok(x.round()),
            |x, y| Ok(x.copysign(y)),
            |x, y| Ok(x.mul_add(y, x)),
            |x, y| Ok(x.powi(y as i32)),
            |x, _| Ok(x.is_nan().into()),
            |x, _| Ok(x.is_finite().into()),
        ];
        functions.iter().enumerate().for_each(|(which, rust)| compare::<$T>(device, ty, which as u64, rust));
    })* };
}

/// Which of two zeros is the least or the largest, Rust leaves open; here it is the first, as on x86-64.
fn either<T: PartialEq + Default + Copy>(x: T, y: T, rust: T) -> T {
    let zero = T::default();
    if x == zero && y == zero && !cfg!(target_arch = "x86_64") { x } else { rust }
}

#[test]
fn floats_are_rusts() {
    let device = device(Options::default());
    floats! { device, f32 f64 }
}

/// `as`, of a type to all others.
fn casts<F: Bits, T: Bits>(device: &Device, ty: &str, which: u64, rust: impl Fn(F) -> T) {
    let (x, _) = pairs::<F>();
    let on = device.stream.clone_htod(&x).unwrap();
    let made = device.stream.alloc_zeros::<T>(x.len()).unwrap();
    let slots = [on.device_ptr(&device.stream).0, made.device_ptr(&device.stream).0, which];
    assert_eq!(launch_with(device, &format!("casts_{ty}"), &slots, x.len() as u32, 0), None);
    let made = device.stream.clone_dtoh(&made).unwrap();
    for (&x, made) in x.iter().zip(made) {
        let value = rust(black_box(x));
        assert_eq!(made.bits(), value.bits(), "{x:?} of {ty} as number {which}: {made:?}, not {value:?}");
    }
}

macro_rules! all_casts {
    ($device:expr, $($F:ident)*) => { $(
        let (device, ty) = (&$device, stringify!($F));
        casts::<$F, u8>(device, ty, 0, |x| x as u8);
        casts::<$F, u16>(device, ty, 1, |x| x as u16);
        casts::<$F, u32>(device, ty, 2, |x| x as u32);
        casts::<$F, u64>(device, ty, 3, |x| x as u64);
        casts::<$F, i8>(device, ty, 4, |x| x as i8);
        casts::<$F, i16>(device, ty, 5, |x| x as i16);
        casts::<$F, i32>(device, ty, 6, |x| x as i32);
        casts::<$F, i64>(device, ty, 7, |x| x as i64);
        casts::<$F, f32>(device, ty, 8, |x| x as f32);
        casts::<$F, f64>(device, ty, 9, |x| x as f64);
    )* };
}

#[test]
#[allow(clippy::unnecessary_cast)] // one text for all types
fn conversions_are_rusts() {
    let device = device(Options::default());
    all_casts! { device, u8 i16 u32 i32 u64 i64 f32 f64 }
}

/// The cells after all threads joined their values; the first three are `min`, `max`, and `max` by the loop.
fn joined<T: Bits>(ty: &str, values: &[T], cells: [T; 7], options: Options) -> [u64; 7] {
    let device = device(options);
    let (on, made) = (device.stream.clone_htod(values).unwrap(), device.stream.clone_htod(&cells).unwrap());
    let slots = [on.device_ptr(&device.stream).0, made.device_ptr(&device.stream).0];
    launch_with(&device, &format!("joins_{ty}"), &slots, values.len() as u32, 0);
    let made = device.stream.clone_dtoh(&made).unwrap();
    std::array::from_fn(|at| made[at].bits())
}

/// How threads may interleave.
fn orders() -> impl Iterator<Item = Options> {
    (0..4).map(|seed| Options { seed, late_stores: seed % 2 == 1, stale_loads: seed % 2 == 1, ..Options::default() })
}

macro_rules! joins {
    ($($T:ident)*) => { $(
        let mut next = random();
        let values: Vec<$T> = (0..300).map(|_| <$T as Bits>::of(next())).collect();
        let expected = [
            *values.iter().min().unwrap(),
            *values.iter().max().unwrap(),
            *values.iter().max().unwrap(),
            values.iter().fold(5, |a, b| a.wrapping_add(*b)),
            values.iter().fold(!0, |a, b| a & b),
            values.iter().fold(0, |a, b| a | b),
            values.iter().fold(0, |a, b| a ^ b),
        ];
        for options in orders() {
            let cells = [$T::MAX, $T::MIN, $T::MIN, 5, !0, 0, 0];
            assert_eq!(joined(stringify!($T), &values, cells, options), expected.map(Bits::bits), stringify!($T));
        }
    )* };
}

#[test]
fn integers_are_joined_by_many_threads() {
    joins! { u32 i32 u64 i64 }
}

#[test]
fn floats_are_joined_by_many_threads() {
    let least = |values: &[f64]| values.iter().fold(f64::INFINITY, |a, &b| joined_by(ops::Min, a, b));
    let most = |values: &[f64]| values.iter().fold(f64::NEG_INFINITY, |a, &b| joined_by(ops::Max, a, b));
    // Numbers of one sign, of the other, and of both; zeros; NaN of both signs.
    let all: [&[f64]; 6] = [
        &[1.5, 0.25, 1e30],
        &[-1.5, -0.25, -1e30],
        &[1.0, -2.0, 0.0, f64::INFINITY],
        &[0.0, -0.0],
        &[1.0, f64::NAN, -2.0],
        &[-1.0, -f64::NAN],
    ];
    for values in all {
        let (min, max) = (least(values), most(values));
        let many: Vec<f64> = values.iter().cycle().take(200).copied().collect();
        let short: Vec<f32> = many.iter().map(|&x| x as f32).collect();
        let (low, high) = (f64::NEG_INFINITY, f64::INFINITY);
        let cells = [high, low, low, 0.0, 0.0, 0.0, 0.0];
        for options in orders() {
            assert_eq!(joined("f64", &many, cells, options.clone())[..3], [min, max, max].map(f64::bits), "{values:?}");
            let expected = [min as f32, max as f32, max as f32].map(f32::bits);
            assert_eq!(joined("f32", &short, cells.map(|x| x as f32), options)[..3], expected, "{values:?}");
        }
    }
}

fn joined_by<T, M: Monoid<T>>(by: M, mut into: T, value: T) -> T {
    by.combine(&mut into, value);
    into
}

/// As orders join: on which NaN wins, and zeros have an order.
#[test]
fn least_and_most_are_those_of_columns() {
    let device = device(Options::default());
    compare::<f64>(&device, "f64", 100, |x, y| Ok(joined_by(ops::Min, x, y)));
    compare::<f64>(&device, "f64", 101, |x, y| Ok(joined_by(ops::Max, x, y)));
    compare::<f32>(&device, "f32", 100, |x, y| Ok(joined_by(ops::Min, x, y)));
    compare::<f32>(&device, "f32", 101, |x, y| Ok(joined_by(ops::Max, x, y)));
    compare::<i8>(&device, "i8", 100, |x, y| Ok(joined_by(ops::Min, x, y)));
    compare::<u64>(&device, "u64", 101, |x, y| Ok(joined_by(ops::Max, x, y)));
}

#[test]
fn the_first_fault_is_told_and_from_above_it_is_the_last_row() {
    let device = device(Options::default());
    let x = device.stream.clone_htod(&[1_i32; 500]).unwrap();
    let divisors: Vec<i32> = (0..500).map(|row| i32::from(![77, 78, 400].contains(&row))).collect();
    let y = device.stream.clone_htod(&divisors).unwrap();
    let made = device.stream.alloc_zeros::<i32>(500).unwrap();
    let slots = [&x, &y, &made].map(|slice| slice.device_ptr(&device.stream).0);
    let slots = [&slots[..], &[3]].concat();
    assert_eq!(launch_with(&device, "functions_i32", &slots, 500, 0), Some((77, DIVISION_BY_ZERO)));
    assert_eq!(launch_with(&device, "functions_i32", &slots, 500, u32::MAX), Some((400, DIVISION_BY_ZERO)));
}
