//! Parameters of kernels.

use super::{Buffer, DeviceCopy};
use cudarc::driver::{DeviceRepr, LaunchArgs, PushKernelArg};

/// A parameter of a kernel: a buffer, of which it gets the address, or a plain value.
///
/// ```
/// use polarnet_runtime::cuda::{Argument, Arguments};
///
/// fn both(a: impl Argument, b: impl Argument) -> impl Arguments {
///     (a, b)
/// }
/// let _arguments = both(7_u32, [0.5_f32; 3]); // plain values; `&buffer` and `&mut buffer` are some, too
/// ```
pub trait Argument: sealed::Push {}

/// Parameters of a kernel: a tuple of [`Argument`]s, as `(&mut buffer, 7_u32)`.
///
/// ```
/// # use polarnet_runtime::cuda::{self, Buffer, CudaDevice, Launch, Module};
/// # const PTX: &str = ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry seven(.param .u64 p) {\n\
/// #     .reg .b64 %a; ld.param.u64 %a, [p]; cvta.to.global.u64 %a, %a; st.global.u32 [%a], 7; ret; }";
/// # fn example() -> Result<(), cuda::Error> {
/// let device = CudaDevice::open(0)?;
/// let seven = Module::load(&device, PTX)?.function("seven")?;
/// let mut words = Buffer::<u32>::zeroed(&device, 3)?;
/// // SAFETY: the kernel has one parameter, a pointer, and writes to the first word.
/// unsafe { seven.launch(&device.stream(), Launch { blocks: 1, threads: 1, shared: 0 }, (&mut words,))? };
/// assert_eq!(words.to_vec()?, [7, 0, 0]);
/// # Ok(()) }
/// # example().unwrap_or_else(|error| println!("{error}"));
/// ```
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
