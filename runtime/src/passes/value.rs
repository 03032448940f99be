//! What columns on devices are of.

use super::Element;
use polarnet_columns::{Idx, Space};

mod sealed {
    pub trait Sealed {}
}

/// A value as it goes to a device.
pub trait Value: Copy + sealed::Sealed {
    /// What it is there.
    const ELEMENT: Element;

    /// As a scalar: integers extended, `f32` in the low half.
    fn bits(self) -> u64;

    /// Writes values, one after the other, into so many bytes as they take.
    fn write(values: &[Self], to: &mut [u8]);
}

/// A value that comes back by itself.
pub trait Plain: Value {
    /// Reads the values that so many bytes are, behind those that are there.
    ///
    /// # Errors
    ///
    /// The place of the first that is none.
    fn read(from: &[u8], into: &mut Vec<Self>) -> Result<(), usize>;
}

macro_rules! numbers {
    ($($Type:ident $Element:ident as $On:ident, $value:ident => $bits:expr;)*) => { $(
        impl sealed::Sealed for $Type {}
        impl Value for $Type {
            const ELEMENT: Element = Element::$Element;
            fn bits(self) -> u64 {
                let $value = self;
                $bits
            }
            fn write(values: &[Self], to: &mut [u8]) {
                let (places, _) = to.as_chunks_mut();
                for (place, &value) in places.iter_mut().zip(values) {
                    *place = (value as $On).to_ne_bytes();
                }
            }
        }
        impl Plain for $Type {
            fn read(from: &[u8], into: &mut Vec<Self>) -> Result<(), usize> {
                let (places, _) = from.as_chunks();
                into.extend(places.iter().map(|&place| $On::from_ne_bytes(place) as $Type));
                Ok(())
            }
        }
    )* };
}
numbers! {
    u8 U8 as u8, n => n.into();
    u16 U16 as u16, n => n.into();
    u32 U32 as u32, n => n.into();
    u64 U64 as u64, n => n;
    usize U64 as u64, n => n as u64;
    i8 I8 as i8, n => i64::from(n) as u64;
    i16 I16 as i16, n => i64::from(n) as u64;
    i32 I32 as i32, n => i64::from(n) as u64;
    i64 I64 as i64, n => n as u64;
    isize I64 as i64, n => n as i64 as u64;
    f32 F32 as f32, x => x.to_bits().into();
    f64 F64 as f64, x => x.to_bits();
}

impl sealed::Sealed for bool {}
impl Value for bool {
    const ELEMENT: Element = Element::Bool;
    fn bits(self) -> u64 {
        self.into()
    }
    fn write(values: &[Self], to: &mut [u8]) {
        to.iter_mut().zip(values).for_each(|(place, &value)| *place = value.into());
    }
}
impl Plain for bool {
    fn read(from: &[u8], into: &mut Vec<Self>) -> Result<(), usize> {
        match from.iter().position(|&byte| byte > 1) {
            Some(row) => Err(into.len() + row),
            None => {
                into.extend(from.iter().map(|&byte| byte == 1));
                Ok(())
            }
        }
    }
}

impl<S: Space> sealed::Sealed for Idx<S> {}
impl<S: Space> Value for Idx<S> {
    const ELEMENT: Element = Element::Row;
    fn bits(self) -> u64 {
        self.raw().into()
    }
    fn write(values: &[Self], to: &mut [u8]) {
        let (places, _) = to.as_chunks_mut();
        for (place, value) in places.iter_mut().zip(values) {
            *place = value.raw().to_ne_bytes();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn there_and_back<T: Plain + PartialEq + core::fmt::Debug>(values: &[T]) {
        let mut bytes = vec![0; values.len() * T::ELEMENT.bytes()];
        T::write(values, &mut bytes);
        // In two parts, as they may come.
        let (mut found, half) = (Vec::new(), bytes.len() / 2);
        assert_eq!(T::read(&bytes[..half], &mut found).and_then(|()| T::read(&bytes[half..], &mut found)), Ok(()));
        assert_eq!(found, values);
    }

    #[test]
    fn values_come_back_as_they_went() {
        there_and_back(&[0_u8, 255]);
        there_and_back(&[i16::MIN, -1, 0, i16::MAX]);
        there_and_back(&[usize::MAX, 7]);
        there_and_back(&[isize::MIN, -7]);
        there_and_back(&[-0.5_f32, f32::INFINITY]);
        there_and_back(&[1e300, -5e-324]);
        there_and_back(&[true, false, true, true]);
    }

    #[test]
    fn what_is_no_truth_value_is_told() {
        let mut truths = Vec::new();
        assert_eq!(bool::read(&[0, 1], &mut truths), Ok(()));
        assert_eq!(bool::read(&[1, 2, 1], &mut truths), Err(3));
    }

    #[test]
    fn scalars_are_extended() {
        assert_eq!((-2_i8).bits(), u64::MAX - 1);
        assert_eq!(200_u8.bits(), 200);
        assert_eq!(1.0_f32.bits(), 0x3f80_0000);
        assert_eq!(true.bits(), 1);
    }
}
