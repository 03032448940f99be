//! Buffers: memory of a device, typed.

use super::{CudaDevice, Error, Stream, layout::At};
use crate::device::Counter;
use core::{fmt, marker::PhantomData, mem, ops::Range, slice};
use cudarc::driver::{CudaSlice, CudaView, CudaViewMut, DevicePtr, DriverError, sys::CUresult};

pub(crate) mod sealed {
    /// Types are made device types in this crate only.
    pub trait Sealed {}
}

/// Values that lie on the device as they do here: plain old data.
///
/// ```
/// use polarnet_runtime::cuda::DeviceCopy;
///
/// fn bytes<T: DeviceCopy>(values: &[T]) -> usize {
///     size_of_val(values)
/// }
/// assert_eq!((bytes(&[1_u32, 2]), bytes(&[[0_u8; 3]; 4])), (8, 12)); // numbers, and arrays of them
/// ```
///
/// # Safety
///
/// Any bits of that size are such a value, and it has no padding.
pub unsafe trait DeviceCopy: Copy + Send + Sync + sealed::Sealed + 'static {}

/// Makes types that are plain old data, as [`DeviceCopy`] says, device types.
macro_rules! device_copy {
    ($($type:ty),+) => {
        $(
            impl $crate::cuda::memory::sealed::Sealed for $type {}
            // SAFETY: the caller's word.
            unsafe impl $crate::cuda::memory::DeviceCopy for $type {}
        )+
    };
}

// Numbers are plain old data.
device_copy!(u8, u16, u32, u64, i8, i16, i32, i64, f32, f64);

impl<T: sealed::Sealed, const N: usize> sealed::Sealed for [T; N] {}
// SAFETY: an array is its elements, one after the other.
unsafe impl<T: DeviceCopy, const N: usize> DeviceCopy for [T; N] {}

/// Elements in a device's memory. Dropping it frees them, once what uses them has ended.
///
/// Copies are ordered on a stream, behind what was begun there, and have ended when they return.
///
/// ```
/// use polarnet_runtime::cuda::{Buffer, CudaDevice, Error};
///
/// fn squares() -> Result<(), Error> {
///     let device = CudaDevice::open(0)?;
///     let mut squares = Buffer::<u32>::zeroed(&device, 4)?;
///     squares.write(&device.stream(), 1, &[1, 4])?;
///     assert_eq!(squares.to_vec()?, [0, 1, 4, 0]);
///     assert_eq!(squares.read(&device.stream(), 1..3)?, [1, 4]);
///     assert_eq!(device.used_memory(), 16);
///     Ok(())
/// }
/// squares().unwrap_or_else(|error| println!("{error}"));
/// ```
pub struct Buffer<T: DeviceCopy> {
    device: CudaDevice,
    /// At least one byte: the driver has no empty memory.
    memory: CudaSlice<u8>,
    len: usize,
    elements: PhantomData<T>,
}

impl<T: DeviceCopy> Buffer<T> {
    /// So many elements, whose values are whatever was there.
    ///
    /// ```
    /// # use polarnet_runtime::cuda::{self, Buffer, CudaDevice};
    /// # fn example() -> Result<(), cuda::Error> {
    /// let device = CudaDevice::open(0)?;
    /// let mut words = Buffer::<u32>::uninit(&device, 2)?;
    /// words.write(&device.stream(), 0, &[3, 4])?; // before anything reads it
    /// assert_eq!(words.to_vec()?, [3, 4]);
    /// # Ok(()) }
    /// # example().unwrap_or_else(|error| println!("{error}"));
    /// ```
    ///
    /// # Errors
    ///
    /// No memory, more than the device's limit, or an error of the driver.
    pub fn uninit(device: &CudaDevice, len: usize) -> Result<Buffer<T>, Error> {
        Buffer::uninit_on(&device.stream(), len)
    }

    /// The same, in the order of a stream: it is there for what comes on it, and freed after that.
    pub(super) fn uninit_on(stream: &Stream, len: usize) -> Result<Buffer<T>, Error> {
        let device = stream.device();
        device.alive()?;
        let bytes = len.checked_mul(size_of::<T>()).filter(|&bytes| bytes <= isize::MAX as usize);
        let Some(bytes) = bytes.map(|bytes| bytes.max(1)) else {
            return Err(Error::OutOfMemory { asked: u64::MAX, free: device.free_memory()? });
        };
        device.take(bytes as u64)?;
        // SAFETY: bytes of any value are elements. Nobody reads them here but as copies.
        match unsafe { stream.raw().alloc::<u8>(bytes) } {
            Ok(memory) => Ok(Buffer { device: device.clone(), memory, len, elements: PhantomData }),
            Err(error) => {
                device.give_back(bytes as u64);
                match error {
                    DriverError(CUresult::CUDA_ERROR_OUT_OF_MEMORY) => {
                        Err(Error::OutOfMemory { asked: bytes as u64, free: device.free_memory()? })
                    }
                    error => device.check("allocating memory", Err(error)),
                }
            }
        }
    }

    /// So many elements, all bits of which are 0.
    ///
    /// ```
    /// # use polarnet_runtime::cuda::{self, Buffer, CudaDevice};
    /// # fn example() -> Result<(), cuda::Error> {
    /// let device = CudaDevice::open(0)?;
    /// assert_eq!(Buffer::<f64>::zeroed(&device, 3)?.to_vec()?, [0.0; 3]);
    /// # Ok(()) }
    /// # example().unwrap_or_else(|error| println!("{error}"));
    /// ```
    ///
    /// # Errors
    ///
    /// As [`uninit`](Self::uninit).
    pub fn zeroed(device: &CudaDevice, len: usize) -> Result<Buffer<T>, Error> {
        let mut buffer = Buffer::uninit(device, len)?;
        buffer.clear(&device.stream())?;
        Ok(buffer)
    }

    /// A copy of these elements.
    ///
    /// ```
    /// # use polarnet_runtime::cuda::{self, Buffer, CudaDevice};
    /// # fn example() -> Result<(), cuda::Error> {
    /// let device = CudaDevice::open(0)?;
    /// assert_eq!(Buffer::from_slice(&device, &[1_i8, -1])?.to_vec()?, [1, -1]);
    /// # Ok(()) }
    /// # example().unwrap_or_else(|error| println!("{error}"));
    /// ```
    ///
    /// # Errors
    ///
    /// As [`uninit`](Self::uninit).
    pub fn from_slice(device: &CudaDevice, values: &[T]) -> Result<Buffer<T>, Error> {
        let mut buffer = Buffer::uninit(device, values.len())?;
        buffer.write(&device.stream(), 0, values)?;
        Ok(buffer)
    }

    /// Its elements.
    ///
    /// ```
    /// # use polarnet_runtime::cuda::{self, Buffer, CudaDevice};
    /// # fn example() -> Result<(), cuda::Error> {
    /// let device = CudaDevice::open(0)?;
    /// assert_eq!(Buffer::<u32>::uninit(&device, 100)?.len(), 100);
    /// # Ok(()) }
    /// # example().unwrap_or_else(|error| println!("{error}"));
    /// ```
    #[must_use]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Has it none?
    ///
    /// ```
    /// # use polarnet_runtime::cuda::{self, Buffer, CudaDevice};
    /// # fn example() -> Result<(), cuda::Error> {
    /// let device = CudaDevice::open(0)?;
    /// assert!(Buffer::<u32>::uninit(&device, 0)?.is_empty());
    /// # Ok(()) }
    /// # example().unwrap_or_else(|error| println!("{error}"));
    /// ```
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The device that it is on.
    ///
    /// ```
    /// # use polarnet_runtime::cuda::{self, Buffer, CudaDevice};
    /// # fn example() -> Result<(), cuda::Error> {
    /// let device = CudaDevice::open(0)?;
    /// let buffer = Buffer::<u32>::uninit(&device, 100)?;
    /// assert_eq!(buffer.device().info(), device.info());
    /// # Ok(()) }
    /// # example().unwrap_or_else(|error| println!("{error}"));
    /// ```
    #[must_use]
    pub fn device(&self) -> &CudaDevice {
        &self.device
    }

    /// Makes all bits 0, behind what was begun on the stream. Does not wait.
    ///
    /// ```
    /// # use polarnet_runtime::cuda::{self, Buffer, CudaDevice};
    /// # fn example() -> Result<(), cuda::Error> {
    /// let device = CudaDevice::open(0)?;
    /// let mut words = Buffer::from_slice(&device, &[1_u32, 2])?;
    /// words.clear(&device.stream())?;
    /// assert_eq!(words.to_vec()?, [0, 0]);
    /// # Ok(()) }
    /// # example().unwrap_or_else(|error| println!("{error}"));
    /// ```
    ///
    /// # Errors
    ///
    /// An error of the driver.
    pub fn clear(&mut self, stream: &Stream) -> Result<(), Error> {
        self.device.alive_with(stream.device())?;
        self.device.check("clearing memory", stream.raw().memset_zeros(&mut self.memory))
    }

    /// Copies values to the place that begins with element `at`.
    ///
    /// ```
    /// # use polarnet_runtime::cuda::{self, Buffer, CudaDevice};
    /// # fn example() -> Result<(), cuda::Error> {
    /// let device = CudaDevice::open(0)?;
    /// let mut words = Buffer::<u32>::zeroed(&device, 3)?;
    /// words.write(&device.stream(), 1, &[7])?;
    /// assert_eq!(words.to_vec()?, [0, 7, 0]);
    /// assert!(words.write(&device.stream(), 2, &[7, 8]).is_err()); // there is place for one
    /// # Ok(()) }
    /// # example().unwrap_or_else(|error| println!("{error}"));
    /// ```
    ///
    /// # Errors
    ///
    /// They are more than there is place for, or an error of the driver.
    pub fn write(&mut self, stream: &Stream, at: usize, values: &[T]) -> Result<(), Error> {
        self.device.alive_with(stream.device())?;
        let range = self.bytes_of(at, values.len())?;
        if values.is_empty() {
            return Ok(());
        }
        // SAFETY: the values have no padding.
        let bytes = unsafe { slice::from_raw_parts(values.as_ptr().cast::<u8>(), size_of_val(values)) };
        let Some(mut place): Option<CudaViewMut<'_, u8>> = self.memory.try_slice_mut(range) else {
            return Err(Error::Range { start: at, end: at, len: self.len });
        };
        let copied = stream.raw().memcpy_htod(bytes, &mut place);
        // Whatever it returned: nothing reads the values behind this.
        let ended = stream.raw().synchronize();
        self.device.check("copying to the device", copied.and(ended))?;
        self.device.count(Counter::Copies, 1);
        self.device.count(Counter::ToDevice, bytes.len() as u64);
        Ok(())
    }

    /// Copies the elements from `at` on, so many as there is place for in `values`.
    ///
    /// ```
    /// # use polarnet_runtime::cuda::{self, Buffer, CudaDevice};
    /// # fn example() -> Result<(), cuda::Error> {
    /// let device = CudaDevice::open(0)?;
    /// let words = Buffer::from_slice(&device, &[1_u32, 2, 3])?;
    /// let mut two = [0; 2];
    /// words.read_into(&device.stream(), 1, &mut two)?;
    /// assert_eq!(two, [2, 3]);
    /// # Ok(()) }
    /// # example().unwrap_or_else(|error| println!("{error}"));
    /// ```
    ///
    /// # Errors
    ///
    /// There are not so many, or an error of the driver: of this copy, or of what was begun before.
    pub fn read_into(&self, stream: &Stream, at: usize, values: &mut [T]) -> Result<(), Error> {
        self.device.alive_with(stream.device())?;
        let range = self.bytes_of(at, values.len())?;
        if values.is_empty() {
            return Ok(());
        }
        // SAFETY: any bytes are values, and they have no padding.
        let bytes = unsafe { slice::from_raw_parts_mut(values.as_mut_ptr().cast::<u8>(), size_of_val(values)) };
        let Some(place): Option<CudaView<'_, u8>> = self.memory.try_slice(range) else {
            return Err(Error::Range { start: at, end: at, len: self.len });
        };
        let copied = stream.raw().memcpy_dtoh(&place, bytes);
        // Whatever it returned: nothing writes to the values behind this.
        let ended = stream.raw().synchronize();
        self.device.check("copying from the device", copied.and(ended))?;
        self.device.count(Counter::Copies, 1);
        self.device.count(Counter::FromDevice, bytes.len() as u64);
        Ok(())
    }

    /// A copy of these elements.
    ///
    /// ```
    /// # use polarnet_runtime::cuda::{self, Buffer, CudaDevice};
    /// # fn example() -> Result<(), cuda::Error> {
    /// let device = CudaDevice::open(0)?;
    /// let words = Buffer::from_slice(&device, &[1_u32, 2, 3])?;
    /// assert_eq!(words.read(&device.stream(), 1..3)?, [2, 3]);
    /// assert!(words.read(&device.stream(), 2..4).is_err());
    /// # Ok(()) }
    /// # example().unwrap_or_else(|error| println!("{error}"));
    /// ```
    ///
    /// # Errors
    ///
    /// As [`read_into`](Self::read_into).
    pub fn read(&self, stream: &Stream, range: Range<usize>) -> Result<Vec<T>, Error> {
        let len = range.end.saturating_sub(range.start);
        self.bytes_of(range.start, len)?;
        // SAFETY: any bits are a value.
        let mut values = vec![unsafe { mem::zeroed::<T>() }; len];
        self.read_into(stream, range.start, &mut values)?;
        Ok(values)
    }

    /// A copy of all elements.
    ///
    /// ```
    /// # use polarnet_runtime::cuda::{self, Buffer, CudaDevice};
    /// # fn example() -> Result<(), cuda::Error> {
    /// let device = CudaDevice::open(0)?;
    /// let pairs = Buffer::from_slice(&device, &[[1_u16, 2], [3, 4]])?;
    /// assert_eq!(pairs.to_vec()?, [[1, 2], [3, 4]]);
    /// # Ok(()) }
    /// # example().unwrap_or_else(|error| println!("{error}"));
    /// ```
    ///
    /// # Errors
    ///
    /// As [`read_into`](Self::read_into).
    pub fn to_vec(&self) -> Result<Vec<T>, Error> {
        self.read(&self.device.stream(), 0..self.len)
    }

    /// Where it lies, for tables that name each other. It stays there as long as the buffer is.
    pub(super) fn at(&self) -> At<T> {
        // What the guard orders are accesses of several streams: those who use the address have one.
        let stream = self.device.stream();
        let (address, _guard) = self.memory.device_ptr(stream.raw());
        At::new(address)
    }

    /// The same, for what is begun on a stream.
    pub(super) fn at_on(&self, stream: &Stream) -> u64 {
        let (address, _guard) = self.memory.device_ptr(stream.raw());
        address
    }

    /// For kernels.
    pub(super) fn memory(&self) -> &CudaSlice<u8> {
        &self.memory
    }

    /// For kernels.
    pub(super) fn memory_mut(&mut self) -> &mut CudaSlice<u8> {
        &mut self.memory
    }

    /// Where so many elements from `at` on lie, in bytes.
    fn bytes_of(&self, at: usize, len: usize) -> Result<Range<usize>, Error> {
        let end = at.saturating_add(len);
        if end > self.len {
            return Err(Error::Range { start: at, end, len: self.len });
        }
        Ok(at * size_of::<T>()..end * size_of::<T>())
    }
}

impl<T: DeviceCopy> Drop for Buffer<T> {
    fn drop(&mut self) {
        // `cudarc` frees it in the context of the thread, which may have had none so far. What goes wrong is told later.
        let context = self.device.context();
        context.record_err(context.bind_to_thread());
        self.device.give_back(self.memory.len() as u64);
    }
}

impl<T: DeviceCopy> fmt::Debug for Buffer<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Buffer<{}>[{}]", core::any::type_name::<T>(), self.len)
    }
}
