//! Memory that the driver keeps for the next allocation.
//!
//! It gives back what was freed when it next waits for the device, and to get gibibytes again takes tens of milliseconds: longer than many a net.
//! So what a run has taken stays with the process, for its next run, as long as somebody has the device.

use core::{ffi::c_void, ptr};
use cudarc::driver::{
    CudaContext, DriverError,
    sys::{self, CUmemPool_attribute as Attribute, CUmemoryPool},
};
use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, PoisonError},
};

/// For each device how many have it open, and how much its pool kept before.
static OPEN: Mutex<BTreeMap<usize, (usize, u64)>> = Mutex::new(BTreeMap::new());

/// The pool of memory of a device, from which all buffers are, as long as it keeps what is freed.
pub(super) struct Reserve {
    context: Arc<CudaContext>,
    pool: CUmemoryPool,
}

// SAFETY: the pool is a handle of the driver's, which any thread may use.
unsafe impl Send for Reserve {}
// SAFETY: as above.
unsafe impl Sync for Reserve {}

impl Reserve {
    /// Has the driver keep what is freed. `None`: it has no pools, and frees at once.
    pub fn keep(context: &Arc<CudaContext>) -> Result<Option<Reserve>, DriverError> {
        if !context.has_async_alloc() {
            return Ok(None);
        }
        let mut pool = ptr::null_mut();
        // SAFETY: the place for the handle is there.
        unsafe { sys::cuDeviceGetDefaultMemPool(&raw mut pool, context.cu_device()) }.result()?;
        let reserve = Reserve { context: context.clone(), pool };
        let mut open = OPEN.lock().unwrap_or_else(PoisonError::into_inner);
        let before = match open.get(&context.ordinal()) {
            Some(&(count, before)) => (count + 1, before),
            None => (1, reserve.ask(Attribute::CU_MEMPOOL_ATTR_RELEASE_THRESHOLD)?),
        };
        open.insert(context.ordinal(), before);
        drop(open);
        // It is counted: who drops it takes it back.
        reserve.set_threshold(u64::MAX)?;
        Ok(Some(reserve))
    }

    /// Bytes that are kept, and that nobody has.
    pub fn bytes(&self) -> Result<u64, DriverError> {
        let all = self.ask(Attribute::CU_MEMPOOL_ATTR_RESERVED_MEM_CURRENT)?;
        Ok(all.saturating_sub(self.ask(Attribute::CU_MEMPOOL_ATTR_USED_MEM_CURRENT)?))
    }

    fn ask(&self, attribute: Attribute) -> Result<u64, DriverError> {
        let mut value = 0_u64;
        // SAFETY: the pool is the device's, which is open; the attributes that are asked for are `cuuint64_t`s, and the place for one is there.
        unsafe { sys::cuMemPoolGetAttribute(self.pool, attribute, (&raw mut value).cast::<c_void>()) }.result()?;
        Ok(value)
    }

    fn set_threshold(&self, mut bytes: u64) -> Result<(), DriverError> {
        let attribute = Attribute::CU_MEMPOOL_ATTR_RELEASE_THRESHOLD;
        // SAFETY: as above.
        unsafe { sys::cuMemPoolSetAttribute(self.pool, attribute, (&raw mut bytes).cast::<c_void>()) }.result()
    }
}

/// The last one gives back what nobody has. What goes wrong with that is told to who uses the device next.
impl Drop for Reserve {
    fn drop(&mut self) {
        let mut open = OPEN.lock().unwrap_or_else(PoisonError::into_inner);
        let Some((count, before)) = open.remove(&self.context.ordinal()) else { return };
        if count > 1 {
            open.insert(self.context.ordinal(), (count - 1, before));
            return;
        }
        let _ = self.set_threshold(before);
        // Buffers are freed in the order of their streams: what is freed is the driver's once these have come so far.
        let _ = self.context.synchronize();
        // SAFETY: the pool is the device's.
        let _ = unsafe { sys::cuMemPoolTrimTo(self.pool, 0) };
    }
}
