// CUDA's own words, for kernels that are written with these: what such kernels of tests use of them.
#pragma once
#include "emulated.hpp"

#define __global__
#define __device__
#define __forceinline__ inline
#define __launch_bounds__(...)

#define threadIdx (emu::block_extent.of(emu::ids->thread))
#define blockIdx (emu::grid_extent.of(emu::ids->block))
#define blockDim (emu::block_extent)
#define gridDim (emu::grid_extent)

DEV void __syncthreads(emu::At at = emu::At::here()) { emu::sync_block(at); }

DEV u64 atomicExch(u64* address, u64 value, emu::At at = emu::At::here()) {
    return emu::exchange<__ATOMIC_RELAXED>(address, value, "atomicExch", at);
}
DEV u32 atomicAdd(u32* address, u32 value, emu::At at = emu::At::here()) {
    return emu::add<__ATOMIC_RELAXED>(address, value, "atomicAdd", at);
}
