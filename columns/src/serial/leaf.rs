//! Leaves in the formats of `serde`.

use crate::record::Leaf;
use core::{fmt, marker::PhantomData};
use serde::{
    Deserialize, Deserializer, Serialize, Serializer,
    de::{DeserializeSeed, Error, SeqAccess, Visitor},
};

impl Serialize for Leaf {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let human = serializer.is_human_readable();
        match *self {
            Leaf::Unsigned(number) => serializer.serialize_u64(number),
            Leaf::Signed(number) => serializer.serialize_i64(number),
            Leaf::Single(number) if human => serializer.collect_str(&Text(number)),
            Leaf::Single(number) => serializer.serialize_u32(number.to_bits()),
            Leaf::Double(number) if human => serializer.collect_str(&Text(number)),
            Leaf::Double(number) => serializer.serialize_u64(number.to_bits()),
            Leaf::Truth(truth) => serializer.serialize_bool(truth),
            Leaf::Character(character) => serializer.serialize_char(character),
            Leaf::Name(name, _) if human => serializer.serialize_str(name),
            Leaf::Name(_, number) => serializer.serialize_u32(number),
            Leaf::Child(row) => serializer.serialize_u32(row),
            Leaf::List(ref rows) => rows.serialize(serializer),
        }
    }
}

/// A float as the shortest text that is read as the same bits.
struct Text<T>(T);

/// What [`Text`] and [`FloatSeed`] need of `f32` and `f64`.
pub(super) trait Float: Copy + fmt::Debug + core::str::FromStr {
    const NAME: &'static str;
    fn is_nan(self) -> bool;
    fn bits(self) -> u64;
    fn of_bits(bits: u64) -> Option<Self>;
    fn of_double(number: f64) -> Self;
}

macro_rules! float {
    ($Type:ident $Bits:ident) => {
        impl Float for $Type {
            const NAME: &'static str = stringify!($Type);
            fn is_nan(self) -> bool {
                $Type::is_nan(self)
            }
            fn bits(self) -> u64 {
                self.to_bits().into()
            }
            fn of_bits(bits: u64) -> Option<Self> {
                $Bits::try_from(bits).ok().map($Type::from_bits)
            }
            fn of_double(number: f64) -> Self {
                number as $Type
            }
        }
    };
}
float!(f32 u32);
float!(f64 u64);

impl<T: Float> fmt::Display for Text<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.is_nan() {
            // There are many.
            true => write!(f, "{:#x}", self.0.bits()),
            false => write!(f, "{:?}", self.0),
        }
    }
}

/// Reads what [`Leaf`] wrote of a float: a text, in a format for people, or the bits. A number that a person wrote will do.
pub(super) struct FloatSeed<T> {
    human: bool,
    float: PhantomData<T>,
}

impl<T> FloatSeed<T> {
    pub fn new(human: bool) -> Self {
        FloatSeed { human, float: PhantomData }
    }
}

impl<'de, T: Float> DeserializeSeed<'de> for FloatSeed<T> {
    type Value = T;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<T, D::Error> {
        if self.human {
            return deserializer.deserialize_any(self);
        }
        // So wide as the bits are.
        let bits = match T::NAME {
            "f32" => u32::deserialize(deserializer)?.into(),
            _ => u64::deserialize(deserializer)?,
        };
        T::of_bits(bits).ok_or_else(|| D::Error::custom("these are not the bits of a float"))
    }
}

impl<T: Float> Visitor<'_> for FloatSeed<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a number of type `{}`, as a text", T::NAME)
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<T, E> {
        let number = match text.strip_prefix("0x") {
            Some(bits) => u64::from_str_radix(bits, 16).ok().and_then(T::of_bits),
            None => text.parse().ok(),
        };
        number.ok_or_else(|| E::custom(format_args!("`{text}` is not a number of type `{}`", T::NAME)))
    }

    fn visit_f64<E: Error>(self, number: f64) -> Result<T, E> {
        Ok(T::of_double(number))
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<T, E> {
        Ok(T::of_double(number as f64))
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<T, E> {
        Ok(T::of_double(number as f64))
    }
}

/// Reads one of several names, or its number: the place among them.
pub(super) struct NameSeed<'n> {
    pub human: bool,
    pub names: &'n [&'n str],
}

impl<'de> DeserializeSeed<'de> for NameSeed<'_> {
    type Value = usize;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<usize, D::Error> {
        if self.human {
            return deserializer.deserialize_str(self);
        }
        let number = u32::deserialize(deserializer)?;
        let place = usize::try_from(number).ok().filter(|&place| place < self.names.len());
        place.ok_or_else(|| D::Error::custom(format_args!("{number} is none of {:?}", self.names)))
    }
}

impl Visitor<'_> for NameSeed<'_> {
    type Value = usize;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "one of {:?}", self.names)
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<usize, E> {
        let found = self.names.iter().position(|&name| name == text);
        found.ok_or_else(|| E::custom(format_args!("`{text}` is none of {:?}", self.names)))
    }
}

/// Reads rows, all below `below`, into `rows`.
pub(super) struct ListSeed<'r> {
    pub below: u32,
    pub rows: &'r mut Vec<u32>,
}

impl<'de> DeserializeSeed<'de> for ListSeed<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for ListSeed<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of rows")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<(), A::Error> {
        self.rows.clear();
        while let Some(row) = list.next_element()? {
            if self.rows.len() >= 1 << 31 {
                return Err(A::Error::custom("a list has fewer than 2^31 children"));
            }
            self.rows.push(below(row, self.below).map_err(A::Error::custom)?);
        }
        Ok(())
    }
}

/// A child that must be below the row that it is a child of.
pub(super) fn below(child: u32, row: u32) -> Result<u32, String> {
    if child < row { Ok(child) } else { Err(format!("child {child} is not a row before it")) }
}
