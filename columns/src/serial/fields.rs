//! The fields of a row, as a [`Reader`].

use super::leaf::{FloatSeed, ListSeed, NameSeed, below};
use crate::record::Reader;
use core::{fmt, marker::PhantomData};
use serde::de::{Deserialize, DeserializeSeed, Error, SeqAccess};

/// The leaves of the row number `row`, in order.
pub(super) struct Fields<'r, 'de, A> {
    pub leaves: A,
    pub row: u32,
    pub human: bool,
    pub list: &'r mut Vec<u32>,
    pub input: PhantomData<&'de ()>,
}

impl<'de, A: SeqAccess<'de>> Fields<'_, 'de, A> {
    fn seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<T::Value, A::Error> {
        self.leaves.next_element_seed(seed)?.ok_or_else(|| A::Error::custom("a field is missing"))
    }

    fn value<T: Deserialize<'de>>(&mut self) -> Result<T, A::Error> {
        self.seed(PhantomData::<T>)
    }
}

// SAFETY: B3: `below` sees to it that children are.
unsafe impl<'de, A: SeqAccess<'de>> Reader for Fields<'_, 'de, A> {
    type Error = A::Error;

    fn flaw(text: impl fmt::Display) -> A::Error {
        A::Error::custom(text)
    }

    fn unsigned(&mut self) -> Result<u64, A::Error> {
        self.value()
    }

    fn signed(&mut self) -> Result<i64, A::Error> {
        self.value()
    }

    fn single(&mut self) -> Result<f32, A::Error> {
        self.seed(FloatSeed::new(self.human))
    }

    fn double(&mut self) -> Result<f64, A::Error> {
        self.seed(FloatSeed::new(self.human))
    }

    fn truth(&mut self) -> Result<bool, A::Error> {
        self.value()
    }

    fn character(&mut self) -> Result<char, A::Error> {
        self.value()
    }

    fn name(&mut self, names: &[&str]) -> Result<usize, A::Error> {
        self.seed(NameSeed { human: self.human, names })
    }

    fn child(&mut self) -> Result<u32, A::Error> {
        let child = self.value()?;
        below(child, self.row).map_err(A::Error::custom)
    }

    fn list(&mut self) -> Result<&[u32], A::Error> {
        let seed = ListSeed { below: self.row, rows: &mut *self.list };
        let read = self.leaves.next_element_seed(seed)?;
        read.map(|()| &self.list[..]).ok_or_else(|| A::Error::custom("a field is missing"))
    }
}
