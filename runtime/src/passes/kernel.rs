//! Kernels that are written by hand: `extern(gpu)` with a file of CUDA C++.
//!
//! ```text
//! Kernel (a static) ──Target::kernel──▶ Call ──give, make──▶ go ──▶ take
//! ```
//!
//! A kernel has a parameter for each argument and each result, in the order in which they are declared: its address. After what
//! has a length that is known at run time only, a vector or a column that is given, comes its length, an `unsigned long long`.

use super::{Plain, Value, backend};
use crate::device::Error;
use core::{fmt, marker::PhantomData};
use polarnet_columns::{Data, Rows, Space, raw};

/// A kernel, as `extern(gpu)` declares it.
#[derive(Debug)]
pub struct Kernel {
    /// The name that it has in Rust.
    pub name: &'static str,
    /// The name of its file.
    pub file: &'static str,
    /// What is in that.
    pub source: &'static str,
    /// The name that it has there, as `extern "C" __global__ void`.
    pub entry: &'static str,
    /// How many threads each block has, by dimensions.
    pub threads: [u32; 3],
}

/// One call of a kernel.
pub struct Call<'d> {
    kernel: &'static Kernel,
    call: backend::Call<'d>,
}

impl<'d> Call<'d> {
    pub(super) fn of(kernel: &'static Kernel, call: backend::Call<'d>) -> Self {
        Call { kernel, call }
    }

    /// The next argument.
    ///
    /// # Errors
    ///
    /// No memory, or an error of the device: here, and in all that follows.
    pub fn give<A: Argument + ?Sized>(&mut self, argument: &A) -> Result<(), Error> {
        argument.give(self)
    }

    /// The next result, of that size. All bits of it are 0 when the kernel begins.
    ///
    /// # Errors
    ///
    /// As above.
    pub fn make<R: Output>(&mut self, size: R::Size) -> Result<Place<R>, Error> {
        let nth = self.call.make(R::Element::ELEMENT, R::len(size))?;
        Ok(Place { nth, size, of: PhantomData })
    }

    /// Starts the kernel.
    ///
    /// # Errors
    ///
    /// As above.
    pub fn go(&mut self) -> Result<(), Error> {
        self.call.go()
    }

    /// A result, when the kernel has ended.
    ///
    /// # Errors
    ///
    /// As above, and where what the kernel wrote is no value of its type.
    pub fn take<R: Output>(&mut self, place: Place<R>) -> Result<R, Error> {
        let (mut values, mut read) = (Vec::with_capacity(R::len(place.size)), Ok(()));
        let mut show = |bytes: &[u8]| {
            if read.is_ok() {
                read = R::Element::read(bytes, &mut values);
            }
        };
        self.call.read(place.nth, &mut show)?;
        let function = self.kernel.name;
        read.map_err(|row| Error::Invalid { function, row: u32::try_from(row).unwrap_or(u32::MAX) })?;
        let made = R::of(values, place.size).ok_or(Error::Program { function, what: "a result has another length" })?;
        if let Some(column) = made.column() {
            self.call.copied(place.nth, column);
        }
        Ok(made)
    }
}

impl fmt::Debug for Call<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Call").field("of", &self.kernel.name).finish_non_exhaustive()
    }
}

/// Where a result will be.
#[derive(Clone, Copy, Debug)]
pub struct Place<R: Output> {
    nth: usize,
    size: R::Size,
    of: PhantomData<R>,
}

/// What a kernel reads.
pub trait Argument {
    /// Gives the parameters that it is.
    ///
    /// # Errors
    ///
    /// Of [`Call::give`].
    fn give(&self, to: &mut Call<'_>) -> Result<(), Error>;
}

impl<T: Argument + ?Sized> Argument for &T {
    fn give(&self, to: &mut Call<'_>) -> Result<(), Error> {
        T::give(self, to)
    }
}

impl<T: Value, const N: usize> Argument for [T; N] {
    fn give(&self, to: &mut Call<'_>) -> Result<(), Error> {
        to.call.give(self)
    }
}

impl<T: Value> Argument for [T] {
    fn give(&self, to: &mut Call<'_>) -> Result<(), Error> {
        to.call.give(self)?;
        to.call.word(self.len() as u64);
        Ok(())
    }
}

impl<T: Value> Argument for Vec<T> {
    fn give(&self, to: &mut Call<'_>) -> Result<(), Error> {
        self.as_slice().give(to)
    }
}

impl<S: Space, T: Value> Argument for Data<S, T> {
    fn give(&self, to: &mut Call<'_>) -> Result<(), Error> {
        self.as_slice().give(to)
    }
}

/// What a kernel makes.
pub trait Output: Sized {
    /// What it is of.
    type Element: Plain;
    /// What its size depends on.
    type Size: Copy + fmt::Debug;

    /// How many elements it has.
    fn len(size: Self::Size) -> usize;

    /// Of its elements; none if they are of another number.
    fn of(values: Vec<Self::Element>, size: Self::Size) -> Option<Self>;

    /// If it is a column, which may stay on the device.
    fn column(&self) -> Option<&[Self::Element]> {
        None
    }
}

impl<T: Plain, const N: usize> Output for [T; N] {
    type Element = T;
    type Size = ();

    fn len((): ()) -> usize {
        N
    }

    fn of(values: Vec<T>, (): ()) -> Option<Self> {
        values.try_into().ok()
    }
}

impl<S: Space, T: Plain> Output for Data<S, T> {
    type Element = T;
    type Size = Rows<S>;

    fn len(rows: Rows<S>) -> usize {
        rows.len()
    }

    fn of(values: Vec<T>, rows: Rows<S>) -> Option<Self> {
        raw::column(rows, values).ok()
    }

    fn column(&self) -> Option<&[T]> {
        Some(self.as_slice())
    }
}

/// A number is one element.
macro_rules! numbers {
    ($($number:ty)*) => { $(
        impl Argument for $number {
            fn give(&self, to: &mut Call<'_>) -> Result<(), Error> {
                to.call.give(core::slice::from_ref(self))
            }
        }
        impl Output for $number {
            type Element = $number;
            type Size = ();

            fn len((): ()) -> usize {
                1
            }

            fn of(values: Vec<$number>, (): ()) -> Option<Self> {
                values.first().copied()
            }
        }
    )* };
}
numbers! { bool u8 u16 u32 u64 usize i8 i16 i32 i64 isize f32 f64 }
