// The host half of port.cuh: the primitives of the kernels, over the emulator. The device half has the same names.
//
// Each primitive is a point where other threads may run before it. `At at = At::here()` is the caller's line, for reports.
#pragma once
#include "core.hpp"

#ifndef TPB
#define TPB 128
#endif

// By way of another macro, so that a name may be one itself.
#define KERNEL(name, ...) KERNEL_CALLED(name, __VA_ARGS__)
#define KERNEL_CALLED(name, ...)                                                                                       \
    extern "C" void name(__VA_ARGS__);                                                                                 \
    static const emu::Registered name##_registered(#name, TPB, &name);                                                 \
    extern "C" void name(__VA_ARGS__)
#define DEV static inline
#define DEV_NOINLINE static __attribute__((noinline, unused))
#define SHARED(T, s) T& s = *static_cast<T*>(emu::shared_memory(sizeof(T), alignof(T), emu::At::here()))
#ifndef __restrict__
#define __restrict__ __restrict
#endif

DEV u32 thread() { return emu::ids->thread; }
DEV u32 block() { return emu::ids->block; }
DEV u32 threads() { return emu::ids->threads; }
DEV u32 blocks() { return emu::ids->blocks; }
DEV u32 lane() { return emu::ids->thread % 32; }

DEV void sync_block(emu::At at = emu::At::here()) { emu::sync_block(at); }
DEV void sync_warp(u32 mask, emu::At at = emu::At::here()) { emu::sync_warp(mask, at); }
DEV u32 ballot(u32 mask, bool vote, emu::At at = emu::At::here()) { return emu::ballot(mask, vote, at); }
DEV u32 shuffle(u32 mask, u32 value, u32 lane, emu::At at = emu::At::here()) { return u32(emu::shuffle(mask, value, lane, at)); }
DEV u64 shuffle(u32 mask, u64 value, u32 lane, emu::At at = emu::At::here()) { return emu::shuffle(mask, value, lane, at); }

DEV u32 popc(u32 bits) { return u32(__builtin_popcount(bits)); }
DEV u32 popc(u64 bits) { return u32(__builtin_popcountll(bits)); }
DEV u32 ffs(u32 bits) { return u32(__builtin_ffs(i32(bits))); }

DEV void pause(u32, emu::At at = emu::At::here()) { emu::pause(at); }
DEV u64 now(emu::At at = emu::At::here()) { return emu::now(at); }

namespace emu {

constexpr bool acquires(int order) { return order == __ATOMIC_ACQUIRE || order == __ATOMIC_ACQ_REL; }
constexpr bool releases(int order) { return order == __ATOMIC_RELEASE || order == __ATOMIC_ACQ_REL; }

template <int order, class T> static inline T load(const T* address, const char* what, At at) {
    access_global(address, sizeof(T), what, at);
    if (weak_memory) return T(weak_load(address, sizeof(T), acquires(order)));
    T value = __atomic_load_n(address, order);
    if (!acquires(order)) relaxed_read(address);
    return value;
}

template <int order, class T> static inline void store(T* address, T value, const char* what, At at) {
    access_global(address, sizeof(T), what, at);
    if (weak_memory) return weak_store(address, value, sizeof(T), releases(order));
    if (!releases(order)) relaxed_write(address);
    __atomic_store_n(address, value, order);
}

/// Before and after an atomic that reads and writes: it takes part in the order of its address at once.
template <int order, class T> static inline void before_update(T* address, const char* what, At at) {
    access_global(address, sizeof(T), what, at);
    if (weak_memory) before_weak_update(address, releases(order));
    if (!releases(order)) relaxed_write(address);
}
template <int order, class T> static inline T after_update(T* address, T before) {
    if (!acquires(order)) relaxed_read(address);
    else if (weak_memory) weak_acquire();
    return before;
}

template <int order, class T> static inline T add(T* address, T value, const char* what, At at) {
    before_update<order>(address, what, at);
    return after_update<order>(address, T(__atomic_fetch_add(address, value, order)));
}
template <int order, class T> static inline T exchange(T* address, T value, const char* what, At at) {
    before_update<order>(address, what, at);
    return after_update<order>(address, T(__atomic_exchange_n(address, value, order)));
}
/// An update that the hardware has an instruction for, and C++ a loop.
template <class T, class F> static inline T update(T* address, F become, const char* what, At at) {
    before_update<__ATOMIC_RELAXED>(address, what, at);
    T before = __atomic_load_n(address, __ATOMIC_RELAXED);
    while (!__atomic_compare_exchange_n(address, &before, become(before), true, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
    }
    return after_update<__ATOMIC_RELAXED>(address, before);
}
template <class T> static inline T compare_exchange(T* address, T expected, T desired, const char* what, At at) {
    before_update<__ATOMIC_RELAXED>(address, what, at);
    __atomic_compare_exchange_n(address, &expected, desired, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
    return after_update<__ATOMIC_RELAXED>(address, expected);
}

} // namespace emu

// Plain accesses: nobody else may touch the word meanwhile, which ThreadSanitizer checks.
DEV u64 take(const u64* address, emu::At at = emu::At::here()) {
    emu::access_global(address, sizeof(u64), "take", at);
    return emu::weak_memory ? emu::weak_load(address, sizeof(u64), false) : *address;
}
DEV void init(u64* address, u64 value, emu::At at = emu::At::here()) {
    emu::access_global(address, sizeof(u64), "init", at);
    if (emu::weak_memory) return emu::weak_store(address, value, sizeof(u64), false);
    *address = value;
}

#define EMU_AT emu::At at = emu::At::here()
DEV u64 load_relaxed(const u64* p, EMU_AT) { return emu::load<__ATOMIC_RELAXED>(p, "load_relaxed", at); }
DEV u32 load_relaxed(const u32* p, EMU_AT) { return emu::load<__ATOMIC_RELAXED>(p, "load_relaxed", at); }
DEV u64 load_acquire(const u64* p, EMU_AT) { return emu::load<__ATOMIC_ACQUIRE>(p, "load_acquire", at); }
DEV u32 load_acquire(const u32* p, EMU_AT) { return emu::load<__ATOMIC_ACQUIRE>(p, "load_acquire", at); }
DEV void store_relaxed(u64* p, u64 v, EMU_AT) { emu::store<__ATOMIC_RELAXED>(p, v, "store_relaxed", at); }
DEV void store_relaxed(u32* p, u32 v, EMU_AT) { emu::store<__ATOMIC_RELAXED>(p, v, "store_relaxed", at); }
DEV void store_release(u64* p, u64 v, EMU_AT) { emu::store<__ATOMIC_RELEASE>(p, v, "store_release", at); }
DEV void store_release(u32* p, u32 v, EMU_AT) { emu::store<__ATOMIC_RELEASE>(p, v, "store_release", at); }
DEV u64 add_relaxed(u64* p, u64 v, EMU_AT) { return emu::add<__ATOMIC_RELAXED>(p, v, "add_relaxed", at); }
DEV u32 add_relaxed(u32* p, u32 v, EMU_AT) { return emu::add<__ATOMIC_RELAXED>(p, v, "add_relaxed", at); }
DEV u64 add_acq_rel(u64* p, u64 v, EMU_AT) { return emu::add<__ATOMIC_ACQ_REL>(p, v, "add_acq_rel", at); }
DEV u32 exchange_acquire(u32* p, u32 v, EMU_AT) { return emu::exchange<__ATOMIC_ACQUIRE>(p, v, "exchange_acquire", at); }
DEV u64 exchange_acq_rel(u64* p, u64 v, EMU_AT) { return emu::exchange<__ATOMIC_ACQ_REL>(p, v, "exchange_acq_rel", at); }
DEV u64 cas_relaxed(u64* p, u64 expected, u64 desired, EMU_AT) {
    return emu::compare_exchange(p, expected, desired, "cas_relaxed", at);
}
DEV u32 cas_relaxed(u32* p, u32 expected, u32 desired, EMU_AT) {
    return emu::compare_exchange(p, expected, desired, "cas_relaxed", at);
}

#define ATOMIC(name, T, became) \
    DEV T name(T* p, T x, EMU_AT) { return emu::update(p, [x](T y) { return became; }, #name, at); }
ATOMIC(min_relaxed, u32, x < y ? x : y)
ATOMIC(min_relaxed, i32, x < y ? x : y)
ATOMIC(min_relaxed, u64, x < y ? x : y)
ATOMIC(min_relaxed, i64, x < y ? x : y)
ATOMIC(max_relaxed, u32, x > y ? x : y)
ATOMIC(max_relaxed, i32, x > y ? x : y)
ATOMIC(max_relaxed, u64, x > y ? x : y)
ATOMIC(max_relaxed, i64, x > y ? x : y)
ATOMIC(and_relaxed, u32, x & y)
ATOMIC(and_relaxed, u64, x & y)
ATOMIC(or_relaxed, u32, x | y)
ATOMIC(or_relaxed, u64, x | y)
ATOMIC(xor_relaxed, u32, x ^ y)
ATOMIC(xor_relaxed, u64, x ^ y)
#undef ATOMIC

// Elements of columns.
template <class T> DEV T get(const T* column, u64 row, EMU_AT) {
    const T* address = column + row;
    emu::access_global(address, sizeof(T), "get", at);
    if (!emu::weak_memory) return *address;
    u64 bits = emu::weak_load(address, sizeof(T), false);
    T value;
    __builtin_memcpy(&value, &bits, sizeof value);
    return value;
}
template <class T> DEV void put(T* column, u64 row, T value, EMU_AT) {
    T* address = column + row;
    emu::access_global(address, sizeof(T), "put", at);
    if (!emu::weak_memory) {
        *address = value;
        return;
    }
    u64 bits = 0;
    __builtin_memcpy(&bits, &value, sizeof value);
    emu::weak_store(address, bits, sizeof(T), false);
}

DEV void fence(EMU_AT) {
    emu::step("fence", at);
    if (emu::weak_memory) emu::weak_fence();
    emu::fence_order();
}

// Shared memory: other threads of the block beside.
DEV u32 add_shared(u32* p, u32 v, EMU_AT) {
    emu::access_shared(p, sizeof(u32), "add_shared", at);
    return __atomic_fetch_add(p, v, __ATOMIC_RELAXED);
}
DEV u32 sub_shared(u32* p, u32 v, EMU_AT) {
    emu::access_shared(p, sizeof(u32), "sub_shared", at);
    return __atomic_fetch_sub(p, v, __ATOMIC_RELAXED);
}
DEV u32 max_shared(u32* p, u32 v, EMU_AT) {
    emu::access_shared(p, sizeof(u32), "max_shared", at);
    u32 before = __atomic_load_n(p, __ATOMIC_RELAXED);
    while (before < v && !__atomic_compare_exchange_n(p, &before, v, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
    }
    return before;
}
#undef EMU_AT
