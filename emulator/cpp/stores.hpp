// Late stores: a store becomes visible to other threads late, and out of order, unless something orders it.
//
// Each thread has a buffer of stores that only it sees. At random steps, of whatever thread, one of them goes to memory, in
// any order but that of stores to the same eight bytes. What orders stores in the PTX memory model empties the buffer first:
//
//   - a fence, a release store, an atomic that releases: all stores of the thread before it;
//   - `sync_block` and `sync_warp`: likewise. `ballot` and `shuffle` order no memory, neither here nor on the device;
//   - an atomic: earlier stores of the thread to the same eight bytes (coherence). Others may stay behind a relaxed one;
//   - the end of the launch: everything.
//
// So every behaviour shown is one that PTX allows: plain and relaxed stores to different addresses are not ordered, each
// thread sees its own stores, stores to one address have one order, and a store that one other thread sees all see. The reverse
// does not hold: atomics that read and write act at once. A release store may itself be late. Loads that are early: history.hpp.
//
// Memory that a launch stores to by primitives must be read by primitives in that launch: a plain C++ read looks past the buffer.
#pragma once
#include <vector>

#include "words.hpp"

namespace emu {

struct Fiber;

struct LateStore {
    void* address;
    u64 value;
    u32 bytes;
};

/// The late stores of one thread, oldest first.
using Stores = std::vector<LateStore>;

/// One store of this fiber becomes visible.
void settle_one_of(Fiber& fiber);

/// One store of any fiber becomes visible. There is one.
void settle_any();

/// All stores of the fiber that runs.
void settle_all();

} // namespace emu
