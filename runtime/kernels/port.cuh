// The primitives that kernels are written with, so that one source runs on a device and, by `emulator`, on the CPU.
//
// Orders are those of the PTX memory model at the scope of the device. `take` and `init` are for words that nobody else
// may touch at the time: the emulator makes plain accesses of them, so that ThreadSanitizer checks that claim.
#pragma once

typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef signed char i8;
typedef short i16;
typedef int i32;
typedef long long i64;

#ifndef TPB
#define TPB 128
#endif

#if defined(__CUDACC__) || defined(__CUDACC_RTC__)

#define DEV static __device__ __forceinline__
#define DEV_NOINLINE static __device__ __noinline__
#define KERNEL(name, ...) extern "C" __global__ void __launch_bounds__(TPB, 1) name(__VA_ARGS__)
#define SHARED(T, s)                                             \
    extern __shared__ __align__(16) unsigned char block_memory[]; \
    T& s = *reinterpret_cast<T*>(block_memory)

DEV u32 thread() { return threadIdx.x; }
DEV u32 block() { return blockIdx.x; }
DEV u32 threads() { return blockDim.x; }
DEV u32 blocks() { return gridDim.x; }
DEV u32 lane() { return threadIdx.x & 31; }

DEV void sync_block() { __syncthreads(); }
DEV void sync_warp(u32 mask) { __syncwarp(mask); }
DEV u32 ballot(u32 mask, bool holds) { return __ballot_sync(mask, holds); }
DEV u32 shuffle(u32 mask, u32 value, u32 from) { return __shfl_sync(mask, value, from); }
DEV u64 shuffle(u32 mask, u64 value, u32 from) { return __shfl_sync(mask, value, from); }
DEV u32 popc(u32 x) { return __popc(x); }
DEV u32 popc(u64 x) { return __popcll(x); }
DEV u32 ffs(u32 x) { return __ffs(x); }

DEV void pause(u32 nanoseconds) { __nanosleep(nanoseconds); }
DEV u64 now() {
    u64 t;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(t));
    return t;
}

// Past L1: another block may have written there since this one read it last.
DEV u64 take(const u64* at) {
    u64 x;
    asm volatile("ld.relaxed.gpu.global.u64 %0, [%1];" : "=l"(x) : "l"(at) : "memory");
    return x;
}
DEV void init(u64* at, u64 x) { asm volatile("st.relaxed.gpu.global.u64 [%0], %1;" ::"l"(at), "l"(x) : "memory"); }

DEV u64 load_relaxed(const u64* at) { return take(at); }
DEV u32 load_relaxed(const u32* at) {
    u32 x;
    asm volatile("ld.relaxed.gpu.global.u32 %0, [%1];" : "=r"(x) : "l"(at) : "memory");
    return x;
}
DEV u64 load_acquire(const u64* at) {
    u64 x;
    asm volatile("ld.acquire.gpu.global.u64 %0, [%1];" : "=l"(x) : "l"(at) : "memory");
    return x;
}
DEV u32 load_acquire(const u32* at) {
    u32 x;
    asm volatile("ld.acquire.gpu.global.u32 %0, [%1];" : "=r"(x) : "l"(at) : "memory");
    return x;
}
DEV void store_relaxed(u64* at, u64 x) { init(at, x); }
DEV void store_relaxed(u32* at, u32 x) { asm volatile("st.relaxed.gpu.global.u32 [%0], %1;" ::"l"(at), "r"(x) : "memory"); }
DEV void store_release(u64* at, u64 x) { asm volatile("st.release.gpu.global.u64 [%0], %1;" ::"l"(at), "l"(x) : "memory"); }
DEV void store_release(u32* at, u32 x) { asm volatile("st.release.gpu.global.u32 [%0], %1;" ::"l"(at), "r"(x) : "memory"); }

DEV u64 add_relaxed(u64* at, u64 x) {
    u64 before;
    asm volatile("atom.add.relaxed.gpu.global.u64 %0, [%1], %2;" : "=l"(before) : "l"(at), "l"(x) : "memory");
    return before;
}
DEV u32 add_relaxed(u32* at, u32 x) {
    u32 before;
    asm volatile("atom.add.relaxed.gpu.global.u32 %0, [%1], %2;" : "=r"(before) : "l"(at), "r"(x) : "memory");
    return before;
}
DEV u64 add_acq_rel(u64* at, u64 x) {
    u64 before;
    asm volatile("atom.add.acq_rel.gpu.global.u64 %0, [%1], %2;" : "=l"(before) : "l"(at), "l"(x) : "memory");
    return before;
}
DEV u32 exchange_acquire(u32* at, u32 x) {
    u32 before;
    asm volatile("atom.exch.acquire.gpu.global.b32 %0, [%1], %2;" : "=r"(before) : "l"(at), "r"(x) : "memory");
    return before;
}
DEV u64 exchange_acq_rel(u64* at, u64 x) {
    u64 before;
    asm volatile("atom.exch.acq_rel.gpu.global.b64 %0, [%1], %2;" : "=l"(before) : "l"(at), "l"(x) : "memory");
    return before;
}
DEV u64 cas_relaxed(u64* at, u64 expected, u64 desired) {
    u64 before;
    asm volatile("atom.cas.relaxed.gpu.global.b64 %0, [%1], %2, %3;"
                 : "=l"(before)
                 : "l"(at), "l"(expected), "l"(desired)
                 : "memory");
    return before;
}
DEV u32 cas_relaxed(u32* at, u32 expected, u32 desired) { return atomicCAS(at, expected, desired); }

// CUDA's atomics are relaxed, at the scope of the device.
#define ATOMIC(name, atomic, T) \
    DEV T name(T* at, T x) { return atomic(at, x); }
ATOMIC(min_relaxed, atomicMin, u32)
ATOMIC(min_relaxed, atomicMin, i32)
ATOMIC(min_relaxed, atomicMin, u64)
ATOMIC(min_relaxed, atomicMin, i64)
ATOMIC(max_relaxed, atomicMax, u32)
ATOMIC(max_relaxed, atomicMax, i32)
ATOMIC(max_relaxed, atomicMax, u64)
ATOMIC(max_relaxed, atomicMax, i64)
ATOMIC(and_relaxed, atomicAnd, u32)
ATOMIC(and_relaxed, atomicAnd, u64)
ATOMIC(or_relaxed, atomicOr, u32)
ATOMIC(or_relaxed, atomicOr, u64)
ATOMIC(xor_relaxed, atomicXor, u32)
ATOMIC(xor_relaxed, atomicXor, u64)
#undef ATOMIC

// Elements of columns: plain accesses, of what nobody else touches at the time but to read it.
template <class T> DEV T get(const T* column, u64 row) { return column[row]; }
template <class T> DEV void put(T* column, u64 row, T value) { column[row] = value; }

DEV void fence() { asm volatile("fence.acq_rel.gpu;" ::: "memory"); }

DEV u32 add_shared(u32* at, u32 x) { return atomicAdd(at, x); }
DEV u32 sub_shared(u32* at, u32 x) { return atomicSub(at, x); }
DEV u32 max_shared(u32* at, u32 x) { return atomicMax(at, x); }

#else
#include "emulated.hpp"
#endif
