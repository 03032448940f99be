//! Parameters of kernels.

use super::{Buffer, DeviceCopy};
use cudarc::driver::{DeviceRepr, LaunchArgs, PushKernelArg};

/// A parameter of a kernel: a buffer, of which it gets the address, or a plain value.
pub trait Argument: sealed::Push {}

/// Parameters of a kernel: a tuple of [`Argument`]s, as `(&mut buffer, 7_u32)`.
pub trait Arguments: sealed::Push {}

mod sealed {
    use cudarc::driver::LaunchArgs;

    pub trait Push {
        /// Hands it to the launch, which ends before `'a` does.
        fn push<'a>(&'a mut self, args: &mut LaunchArgs<'a>);
    }
}
use sealed::Push;

impl<T: DeviceCopy> Argument for &Buffer<T> {}
impl<T: DeviceCopy> Push for &Buffer<T> {
    fn push<'a>(&'a mut self, args: &mut LaunchArgs<'a>) {
        args.arg(self.memory());
    }
}

impl<T: DeviceCopy> Argument for &mut Buffer<T> {}
impl<T: DeviceCopy> Push for &mut Buffer<T> {
    fn push<'a>(&'a mut self, args: &mut LaunchArgs<'a>) {
        args.arg(self.memory_mut());
    }
}

/// A plain value, for `cudarc`.
#[repr(transparent)]
struct Plain<T>(T);

// SAFETY: it lies on the device as it does here, by `DeviceCopy`.
unsafe impl<T: DeviceCopy> DeviceRepr for Plain<T> {}

impl<T: DeviceCopy> Argument for T {}
impl<T: DeviceCopy> Push for T {
    fn push<'a>(&'a mut self, args: &mut LaunchArgs<'a>) {
        // SAFETY: the one is nothing but the other.
        let plain: &'a Plain<T> = unsafe { &*(&raw const *self).cast::<Plain<T>>() };
        args.arg(plain);
    }
}

macro_rules! arguments {
    ($($name:ident)*) => {
        impl<$($name: Argument),*> Arguments for ($($name,)*) {}
        impl<$($name: Argument),*> Push for ($($name,)*) {
            #[allow(non_snake_case, unused_variables)] // of the type's name; and where there are none
            fn push<'a>(&'a mut self, args: &mut LaunchArgs<'a>) {
                let ($($name,)*) = self;
                $($name.push(args);)*
            }
        }
    };
}
arguments!();
arguments!(A);
arguments!(A B);
arguments!(A B C);
arguments!(A B C D);
arguments!(A B C D E);
arguments!(A B C D E F);
arguments!(A B C D E F G);
arguments!(A B C D E F G H);
arguments!(A B C D E F G H I);
arguments!(A B C D E F G H I J);
arguments!(A B C D E F G H I J K);
arguments!(A B C D E F G H I J K L);
