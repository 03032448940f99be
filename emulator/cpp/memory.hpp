// The device's memory: host memory, with the exact sizes known.
//
// Each allocation has pages of its own. Its end is the end of a page, but for the alignment of 256 bytes, and the pages before
// and after it cannot be touched. Freed memory stays reserved and untouchable for a long while. So plain C++ accesses beyond an
// allocation, or to one that was freed, mostly stop the kernel too (faults.hpp); those of primitives always do.
#pragma once
#include <cstdint>
#include <deque>
#include <map>
#include <string>

#include "words.hpp"

namespace emu {

enum class Place { device, host };

struct Allocation {
    size_t bytes;
    Place place;
    unsigned char* mapped;
    size_t mapped_bytes;
};

class Memory {
  public:
    /// Filled with 0xcd. 0 where the limit or the system's memory does not allow it.
    u64 allocate(size_t bytes, Place place);
    /// Whether it was the start of an allocation of that place.
    bool release(u64 address, Place place);
    /// After the context that they belong to.
    void release_all();

    /// Whether all of it lies in one allocation.
    bool holds(u64 address, size_t bytes, Place place) const;
    /// Likewise in either place.
    bool holds(u64 address, size_t bytes) const;
    const std::pair<const u64, Allocation>* find(u64 address) const;

    /// Whether nothing was written between the end of an allocation and its guard page: otherwise reported.
    bool slack_is_whole() const;

    size_t used() const { return used_device; }
    /// What an address that is not held is, in words.
    std::string describe(u64 address, size_t bytes) const;

  private:
    std::map<u64, Allocation> live;
    std::map<u64, Allocation> freed;
    std::deque<u64> freed_order;
    size_t used_device = 0;

    void retire(std::map<u64, Allocation>::iterator allocation);
    bool slack_is_whole(u64 address, const Allocation& allocation) const;
};

extern Memory memory;

} // namespace emu
