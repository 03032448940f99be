//! What can be copied to a device and back.

use crate::passes::Placing;
use polarnet_columns::{Batch, Data, Idx, Lang, Plan, Space};

/// A value that can be copied to a device and back.
///
/// Types of one's own that point at nothing need no more than
///
/// ```
/// use polarnet_runtime::device::Transfer;
///
/// #[derive(Clone, Copy)]
/// struct Point { x: f32, y: f32 }
/// impl Transfer for Point {}
///
/// assert_eq!(vec![Point { x: 0.0, y: 1.0 }; 3].bytes(), 24);
/// ```
pub trait Transfer {
    /// How many bytes are copied: those of the values, without padding between them, nor pointers.
    ///
    /// Unless told, the size of the type.
    ///
    /// ```
    /// use polarnet_runtime::device::Transfer;
    ///
    /// assert_eq!((7_u8, 7_u32).bytes(), 5); // no padding
    /// assert_eq!((&vec![7_u32; 3]).bytes(), 12); // what it refers to
    /// ```
    fn bytes(&self) -> usize {
        size_of_val(self)
    }

    /// Hands over the batches and columns that it has, which do not move with it.
    #[doc(hidden)]
    fn place(&self, _to: &mut Placing<'_>) {}

    /// Hands over a column of such values.
    #[doc(hidden)]
    fn place_column(_values: &[Self], _to: &mut Placing<'_>)
    where
        Self: Sized,
    {
    }
}

macro_rules! plain {
    ($($plain:ty)*) => { $(impl Transfer for $plain {})* };
}

plain! { () char u128 i128 str }

/// What passes on devices read columns of.
macro_rules! values {
    ($($value:ty)*) => { $(
        impl Transfer for $value {
            fn place_column(values: &[Self], to: &mut Placing<'_>) {
                to.column(values);
            }
        }
    )* };
}

values! { bool u8 u16 u32 u64 usize i8 i16 i32 i64 isize f32 f64 }

impl<S: Space> Transfer for Idx<S> {
    fn place_column(values: &[Self], to: &mut Placing<'_>) {
        to.column(values);
    }
}

macro_rules! tuples {
    ($($name:ident)*) => {
        #[allow(non_snake_case)] // the fields have the names of their types
        impl<$($name: Transfer),*> Transfer for ($($name,)*) {
            fn bytes(&self) -> usize {
                let ($($name,)*) = self;
                0 $(+ $name.bytes())*
            }

            fn place(&self, to: &mut Placing<'_>) {
                let ($($name,)*) = self;
                $($name.place(to);)*
            }
        }
    };
}

tuples!(A);
tuples!(A B);
tuples!(A B C);
tuples!(A B C D);
tuples!(A B C D E);
tuples!(A B C D E F);
tuples!(A B C D E F G);
tuples!(A B C D E F G H);

/// As a value by itself it lies behind a pointer, so it does not move.
impl<T: Transfer> Transfer for [T] {
    fn bytes(&self) -> usize {
        self.iter().map(T::bytes).sum()
    }

    fn place(&self, to: &mut Placing<'_>) {
        T::place_column(self, to);
    }
}

impl<T: Transfer, const N: usize> Transfer for [T; N] {
    fn bytes(&self) -> usize {
        self.as_slice().bytes()
    }
}

impl<T: Transfer> Transfer for Vec<T> {
    fn bytes(&self) -> usize {
        self.as_slice().bytes()
    }

    fn place(&self, to: &mut Placing<'_>) {
        T::place_column(self, to);
    }
}

impl<T: Transfer + ?Sized> Transfer for Box<T> {
    fn bytes(&self) -> usize {
        (**self).bytes()
    }

    fn place(&self, to: &mut Placing<'_>) {
        (**self).place(to);
    }
}

/// What it refers to is copied.
impl<T: Transfer + ?Sized> Transfer for &T {
    fn bytes(&self) -> usize {
        (**self).bytes()
    }

    fn place(&self, to: &mut Placing<'_>) {
        (**self).place(to);
    }
}

impl<S: Space, L: Lang> Transfer for Batch<S, L> {
    fn bytes(&self) -> usize {
        Batch::bytes(self)
    }

    fn place(&self, to: &mut Placing<'_>) {
        to.batch(self);
    }
}

impl<S: Space, L: Lang> Transfer for Plan<S, L> {
    fn bytes(&self) -> usize {
        Plan::bytes(self)
    }
}

impl<S: Space, T: Transfer> Transfer for Data<S, T> {
    fn bytes(&self) -> usize {
        self.as_slice().bytes()
    }

    fn place(&self, to: &mut Placing<'_>) {
        T::place_column(self.as_slice(), to);
    }
}
