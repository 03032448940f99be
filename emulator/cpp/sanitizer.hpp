// What ThreadSanitizer is told. Only the kernels are compiled with it; fibers are its threads.
//
// Happens-before comes from the kernels' own atomics, with their orders, and from:
//   - the start of a block after what the host did, and the host's going on after each thread's end;
//   - `sync_block` and `sync_warp`, between their threads. Not `ballot` and `shuffle`: they order no memory.
//
// ThreadSanitizer ignores fences. It is told of them exactly, by two more of its fibers for each thread, which run nothing:
//   - `fenced` knows what the thread knew at its last fence. A relaxed store or update of the thread makes `fenced` release to
//     the address: a reader learns what came before the fence, and not what came after it;
//   - `pending` acquires from each address that the thread reads relaxed. At a fence the thread learns what `pending` knows.
// That is the C++ and PTX rule: fence, store → load, fence; and each side may be a release or an acquire instead of a fence.
//
// Making its fibers takes ThreadSanitizer long. Those of a launch that ended well serve the next one: the host knows all that
// they know. Blocks of one launch never share them: one block does not come after another, though it may run later.
#pragma once
#include "scheduler.hpp"

#ifdef EMULATOR_TSAN
extern "C" {
void __tsan_acquire(void*);
void __tsan_release(void*);
void* __tsan_get_current_fiber();
void* __tsan_create_fiber(unsigned);
void __tsan_destroy_fiber(void*);
void __tsan_switch_to_fiber(void*, unsigned);
}
#endif

namespace emu {

#ifdef EMULATOR_TSAN
const unsigned without_order = 1;
// It has about 8,000 fibers, and a thread takes up to three.
const u64 sanitizer_most_threads = 2560;
inline void* sanitizer_current() { return __tsan_get_current_fiber(); }
inline void sanitizer_switch(void* to) { __tsan_switch_to_fiber(to, without_order); }
inline void sanitizer_acquire(void* object) { __tsan_acquire(object); }
inline void sanitizer_release(void* object) { __tsan_release(object); }
/// For a thread that begins; the host runs.
void sanitizer_begin(Fiber& fiber);
/// For a thread that ended; the next launch may have what it had.
void sanitizer_end(Fiber& fiber, bool keep);
/// For memory that a block takes over from one that ended: what that one did there is forgotten.
void sanitizer_renew(void* memory, size_t bytes);
#else
const u64 sanitizer_most_threads = 1ull << 32;
inline void* sanitizer_current() { return nullptr; }
inline void sanitizer_switch(void*) {}
inline void sanitizer_acquire(void*) {}
inline void sanitizer_release(void*) {}
inline void sanitizer_begin(Fiber&) {}
inline void sanitizer_end(Fiber&, bool) {}
inline void sanitizer_renew(void*, size_t) {}
#endif

} // namespace emu
