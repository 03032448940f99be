//! Memory that the driver keeps for the next allocation.
//!
//! It gives back what was freed when it next waits for the device, and to get gibibytes again takes tens of milliseconds: longer than many a net.
//! So what a run has taken stays with the process, for its next run, as long as somebody has the device.

use core::ffi::c_void;
use cudarc::driver::{
    CudaContext, DriverError,
    sys::{self, CUmemPool_attribute as Attribute, CUmemoryPool},
};

/// The pool of memory of a device, from which all buffers are.
pub(super) struct Reserve(CUmemoryPool);

// SAFETY: it is a handle of the driver's, which any thread may use.
unsafe impl Send for Reserve {}
// SAFETY: as above.
unsafe impl Sync for Reserve {}

impl Reserve {
    /// Has the driver keep what is freed. `None`: it has no pools, and frees at once.
    pub fn keep(context: &CudaContext) -> Result<Option<Reserve>, DriverError> {
        if !context.has_async_alloc() {
            return Ok(None);
        }
        let mut pool = core::ptr::null_mut();
        // SAFETY: the place for the handle is there.
        unsafe { sys::cuDeviceGetDefaultMemPool(&raw mut pool, context.cu_device()) }.result()?;
        let mut most = u64::MAX;
        // SAFETY: the pool is the device's; this attribute is a `cuuint64_t`, and it is there.
        unsafe {
            sys::cuMemPoolSetAttribute(
                pool,
                Attribute::CU_MEMPOOL_ATTR_RELEASE_THRESHOLD,
                (&raw mut most).cast::<c_void>(),
            )
        }
        .result()?;
        Ok(Some(Reserve(pool)))
    }

    /// Bytes that are kept, and that nobody has.
    pub fn bytes(&self) -> Result<u64, DriverError> {
        let all = self.ask(Attribute::CU_MEMPOOL_ATTR_RESERVED_MEM_CURRENT)?;
        Ok(all.saturating_sub(self.ask(Attribute::CU_MEMPOOL_ATTR_USED_MEM_CURRENT)?))
    }

    fn ask(&self, attribute: Attribute) -> Result<u64, DriverError> {
        let mut value = 0_u64;
        // SAFETY: the pool is the device's, which is open; both attributes are `cuuint64_t`s, and the place for one is there.
        unsafe { sys::cuMemPoolGetAttribute(self.0, attribute, (&raw mut value).cast::<c_void>()) }.result()?;
        Ok(value)
    }
}

impl Drop for Reserve {
    fn drop(&mut self) {
        // What is in use stays. What goes wrong here is told to who uses the device next.
        // SAFETY: the pool is the device's.
        let _ = unsafe { sys::cuMemPoolTrimTo(self.0, 0) };
    }
}
