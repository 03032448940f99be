//! Streams, whose work is done in order, and events, which are points in them.

use super::{CudaDevice, Error};
use crate::device::Counter;
use core::{fmt, time::Duration};
use cudarc::driver::{CudaEvent, CudaStream, sys::CUevent_flags};
use std::sync::Arc;

/// An order of work on a device: what is begun on a stream begins when what was begun before has ended. Work of different
/// streams overlaps, except where it is about the same [`Buffer`](super::Buffer), of which one writes. Clones are the same stream.
///
/// ```
/// use polarnet_runtime::cuda::{CudaDevice, Error, Stream};
///
/// fn overlap() -> Result<(), Error> {
///     let device = CudaDevice::open(0)?;
///     let (first, second) = (device.stream(), Stream::new(&device)?);
///     let begun = first.record()?;
///     second.wait(&begun)?; // what comes on it waits, this thread does not
///     let ended = second.record()?;
///     println!("{:?}", begun.elapsed(&ended)?);
///     Ok(())
/// }
/// overlap().unwrap_or_else(|error| println!("{error}"));
/// ```
#[derive(Clone)]
pub struct Stream {
    device: CudaDevice,
    stream: Arc<CudaStream>,
}

impl Stream {
    /// Another stream of the device.
    ///
    /// ```
    /// # use polarnet_runtime::cuda::{self, CudaDevice, Stream};
    /// # fn example() -> Result<(), cuda::Error> {
    /// let device = CudaDevice::open(0)?;
    /// let (first, second) = (device.stream(), Stream::new(&device)?);
    /// let begun = first.record()?;
    /// second.wait(&begun)?;
    /// second.synchronize()?;
    /// assert!(begun.is_reached()?);
    /// # Ok(()) }
    /// # example().unwrap_or_else(|error| println!("{error}"));
    /// ```
    ///
    /// # Errors
    ///
    /// An error of the driver.
    pub fn new(device: &CudaDevice) -> Result<Stream, Error> {
        device.alive()?;
        let stream = device.check("making a stream", device.context().new_stream())?;
        Ok(Stream::of(device.clone(), stream))
    }

    pub(super) fn of(device: CudaDevice, stream: Arc<CudaStream>) -> Stream {
        Stream { device, stream }
    }

    pub(super) fn raw(&self) -> &Arc<CudaStream> {
        &self.stream
    }

    /// The device that it is of.
    ///
    /// ```
    /// # use polarnet_runtime::cuda::{self, CudaDevice};
    /// # fn example() -> Result<(), cuda::Error> {
    /// let device = CudaDevice::open(0)?;
    /// assert_eq!(device.stream().device().info(), device.info());
    /// # Ok(()) }
    /// # example().unwrap_or_else(|error| println!("{error}"));
    /// ```
    #[must_use]
    pub fn device(&self) -> &CudaDevice {
        &self.device
    }

    /// Waits until all that was begun on it has ended.
    ///
    /// ```
    /// # use polarnet_runtime::cuda::{self, CudaDevice};
    /// # fn example() -> Result<(), cuda::Error> {
    /// let device = CudaDevice::open(0)?;
    /// let stream = device.stream();
    /// let event = stream.record()?;
    /// stream.synchronize()?;
    /// assert!(event.is_reached()?);
    /// # Ok(()) }
    /// # example().unwrap_or_else(|error| println!("{error}"));
    /// ```
    ///
    /// # Errors
    ///
    /// An error of the driver, such as one of a kernel that was begun.
    pub fn synchronize(&self) -> Result<(), Error> {
        self.device.alive()?;
        self.device.count(Counter::Synchronisations, 1);
        self.device.check("waiting for a stream", self.stream.synchronize())
    }

    /// The point that is reached when all that was begun so far has ended.
    ///
    /// ```
    /// # use polarnet_runtime::cuda::{self, CudaDevice};
    /// # fn example() -> Result<(), cuda::Error> {
    /// let device = CudaDevice::open(0)?;
    /// let event = device.stream().record()?;
    /// event.synchronize()?; // as long as what was begun before takes
    /// assert!(event.is_reached()?);
    /// # Ok(()) }
    /// # example().unwrap_or_else(|error| println!("{error}"));
    /// ```
    ///
    /// # Errors
    ///
    /// An error of the driver.
    pub fn record(&self) -> Result<Event, Error> {
        self.device.alive()?;
        let event = self.stream.record_event(Some(CUevent_flags::CU_EVENT_DEFAULT));
        Ok(Event { device: self.device.clone(), event: self.device.check("recording an event", event)? })
    }

    /// What is begun from here on waits for the event. This thread does not.
    ///
    /// ```
    /// # use polarnet_runtime::cuda::{self, Buffer, CudaDevice, Stream};
    /// # fn example() -> Result<(), cuda::Error> {
    /// let device = CudaDevice::open(0)?;
    /// let (first, second) = (device.stream(), Stream::new(&device)?);
    /// let mut words = Buffer::from_slice(&device, &[1_u32, 2])?;
    /// words.clear(&first)?;
    /// second.wait(&first.record()?)?;
    /// assert_eq!(words.read(&second, 0..2)?, [0, 0]);
    /// # Ok(()) }
    /// # example().unwrap_or_else(|error| println!("{error}"));
    /// ```
    ///
    /// # Errors
    ///
    /// An error of the driver.
    pub fn wait(&self, event: &Event) -> Result<(), Error> {
        self.device.alive_with(&event.device)?;
        self.device.check("waiting for an event", self.stream.wait(&event.event))
    }
}

impl fmt::Debug for Stream {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Stream({:?})", self.stream.cu_stream())
    }
}

/// A point in a stream's work: see [`Stream::record`].
///
/// ```
/// # use polarnet_runtime::cuda::{self, CudaDevice};
/// # fn example() -> Result<(), cuda::Error> {
/// let device = CudaDevice::open(0)?;
/// let stream = device.stream();
/// let (begun, ended) = (stream.record()?, stream.record()?);
/// ended.synchronize()?;
/// assert!(begun.is_reached()?); // what was before has ended, too
/// # Ok(()) }
/// # example().unwrap_or_else(|error| println!("{error}"));
/// ```
pub struct Event {
    device: CudaDevice,
    event: CudaEvent,
}

impl Event {
    /// Is the point reached?
    ///
    /// ```
    /// # use polarnet_runtime::cuda::{self, CudaDevice};
    /// # fn example() -> Result<(), cuda::Error> {
    /// let device = CudaDevice::open(0)?;
    /// let event = device.stream().record()?;
    /// device.synchronize()?;
    /// assert!(event.is_reached()?);
    /// # Ok(()) }
    /// # example().unwrap_or_else(|error| println!("{error}"));
    /// ```
    ///
    /// # Errors
    ///
    /// An error of the driver, such as one of a kernel before it.
    pub fn is_reached(&self) -> Result<bool, Error> {
        self.device.alive()?;
        self.device.check("asking for an event", self.event.try_is_complete())
    }

    /// Waits until it is reached.
    ///
    /// ```
    /// # use polarnet_runtime::cuda::{self, CudaDevice};
    /// # fn example() -> Result<(), cuda::Error> {
    /// let device = CudaDevice::open(0)?;
    /// let event = device.stream().record()?;
    /// event.synchronize()?; // what is begun later, it does not wait for
    /// assert!(event.is_reached()?);
    /// # Ok(()) }
    /// # example().unwrap_or_else(|error| println!("{error}"));
    /// ```
    ///
    /// # Errors
    ///
    /// An error of the driver, such as one of a kernel before it.
    pub fn synchronize(&self) -> Result<(), Error> {
        self.device.alive()?;
        self.device.count(Counter::Synchronisations, 1);
        self.device.check("waiting for an event", self.event.synchronize())
    }

    /// The device's time from here to a later event; waits for both.
    ///
    /// ```
    /// # use polarnet_runtime::cuda::{self, Buffer, CudaDevice};
    /// # fn example() -> Result<(), cuda::Error> {
    /// let device = CudaDevice::open(0)?;
    /// let stream = device.stream();
    /// let begun = stream.record()?;
    /// Buffer::<u8>::zeroed(&device, 1 << 20)?;
    /// let ended = stream.record()?;
    /// println!("a MiB is cleared in {:?}", begun.elapsed(&ended)?);
    /// # Ok(()) }
    /// # example().unwrap_or_else(|error| println!("{error}"));
    /// ```
    ///
    /// # Errors
    ///
    /// An error of the driver, such as one of a kernel before them.
    pub fn elapsed(&self, later: &Event) -> Result<Duration, Error> {
        self.device.alive_with(&later.device)?;
        let milliseconds = self.device.check("waiting for an event", self.event.elapsed_ms(&later.event))?;
        Ok(Duration::try_from_secs_f64(f64::from(milliseconds) / 1e3).unwrap_or_default())
    }
}

impl fmt::Debug for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Event")
    }
}
