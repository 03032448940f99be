// Stale loads: what memory was, for loads that are done early.
//
// A plain or relaxed load may be done before its turn, back to when the thread last acquired: by an acquire load or update,
// a fence, or a barrier. So it may give what its eight bytes held at any time since. It never gives
//
//   - less than the thread's last acquire saw: then everything in memory counts as seen;
//   - what is older than the thread's own last store there, or than what it read or updated there before (coherence).
//
// An address that was loaded orders nothing: in the PTX memory model a load through it may be done before it. An atomic that
// reads and writes, and an acquire load, give what is there now.
#pragma once
#include <unordered_map>
#include <vector>

#include "words.hpp"

namespace emu {

struct Fiber;

/// What a thread knows of memory. Times count writes.
struct Knowledge {
    u64 acquired = 0; // nothing older than this
    struct Seen {
        u64 granule, time;
    };
    std::vector<Seen> seen; // of some eight bytes, more
};

class History {
  public:
    /// Eight bytes are about to be written by a thread: what they were is kept.
    void overwrite(Fiber& writer, const void* address);
    /// The eight bytes at an address, as a load of the thread may find them.
    u64 read(Fiber& reader, const void* address);
    /// The thread sees all that is there.
    void acquire(Fiber& fiber);

  private:
    struct Past {
        u64 until, value;
    };
    u64 time = 0;
    std::unordered_map<u64, std::vector<Past>> pasts;

    u64 known(const Fiber& fiber, u64 granule) const;
    void know(Fiber& fiber, u64 granule, u64 time);
};

} // namespace emu
