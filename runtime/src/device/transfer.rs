//! What can be copied to a device and back.

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
    fn bytes(&self) -> usize {
        size_of_val(self)
    }
}

macro_rules! plain {
    ($($plain:ty)*) => { $(impl Transfer for $plain {})* };
}

plain! { () bool char u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize f32 f64 str }

impl<S: Space> Transfer for Idx<S> {}

macro_rules! tuples {
    ($($name:ident)*) => {
        #[allow(non_snake_case)] // the fields have the names of their types
        impl<$($name: Transfer),*> Transfer for ($($name,)*) {
            fn bytes(&self) -> usize {
                let ($($name,)*) = self;
                0 $(+ $name.bytes())*
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

impl<T: Transfer> Transfer for [T] {
    fn bytes(&self) -> usize {
        self.iter().map(T::bytes).sum()
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
}

impl<T: Transfer + ?Sized> Transfer for Box<T> {
    fn bytes(&self) -> usize {
        (**self).bytes()
    }
}

/// What it refers to is copied.
impl<T: Transfer + ?Sized> Transfer for &T {
    fn bytes(&self) -> usize {
        (**self).bytes()
    }
}

impl<S: Space, L: Lang> Transfer for Batch<S, L> {
    fn bytes(&self) -> usize {
        Batch::bytes(self)
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
}
