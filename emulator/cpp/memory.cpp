#include "memory.hpp"

#include <sys/mman.h>

#include <cstring>

#include "report.hpp"
#include "settings.hpp"
#include "stacks.hpp"

namespace emu {

Memory memory;

static const size_t alignment = 256;
static const int fresh = 0xcd, slack = 0xfd;
// Freed allocations that stay untouchable.
static const size_t most_freed = 4096;

u64 Memory::allocate(size_t bytes, Place place) {
    if (bytes == 0) return 0;
    if (place == Place::device && (bytes > settings.memory || used_device > settings.memory - bytes)) return 0;
    size_t page = page_bytes(), inside = whole_pages(bytes), whole = inside + 2 * page;
    void* start = mmap(nullptr, whole, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (start == MAP_FAILED) return 0;
    unsigned char* mapped = static_cast<unsigned char*>(start);
    if (mprotect(mapped + page, inside, PROT_READ | PROT_WRITE)) {
        munmap(start, whole);
        return 0;
    }
    size_t aligned = (bytes + alignment - 1) / alignment * alignment;
    unsigned char* memory = mapped + page + inside - aligned;
    memset(mapped + page, slack, inside - aligned);
    memset(memory, fresh, bytes);
    memset(memory + bytes, slack, aligned - bytes);

    u64 address = reinterpret_cast<u64>(memory);
    // The system may give again what it was given back.
    freed.erase(address);
    live[address] = {bytes, place, mapped, whole};
    if (place == Place::device) used_device += bytes;
    ++counts.allocations;
    counts.allocated_bytes = used_device;
    return address;
}

void Memory::retire(std::map<u64, Allocation>::iterator found) {
    auto [address, allocation] = *found;
    slack_is_whole(address, allocation);
    live.erase(found);
    if (allocation.place == Place::device) used_device -= allocation.bytes;
    counts.allocated_bytes = used_device;
    madvise(allocation.mapped, allocation.mapped_bytes, MADV_DONTNEED);
    mprotect(allocation.mapped, allocation.mapped_bytes, PROT_NONE);
    freed[address] = allocation;
    freed_order.push_back(address);
    if (freed_order.size() > most_freed) {
        auto oldest = freed.find(freed_order.front());
        freed_order.pop_front();
        if (oldest == freed.end()) return;
        munmap(oldest->second.mapped, oldest->second.mapped_bytes);
        freed.erase(oldest);
    }
}

bool Memory::release(u64 address, Place place) {
    auto found = live.find(address);
    if (found == live.end() || found->second.place != place) {
        if (freed.count(address)) report("memory is freed twice: " + describe(address, 1));
        return false;
    }
    retire(found);
    return true;
}

void Memory::release_all() {
    while (!live.empty()) retire(live.begin());
}

const std::pair<const u64, Allocation>* Memory::find(u64 address) const {
    auto next = live.upper_bound(address);
    if (next == live.begin()) return nullptr;
    --next;
    return address - next->first < next->second.bytes ? &*next : nullptr;
}

bool Memory::holds(u64 address, size_t bytes) const {
    auto* found = find(address);
    return found && bytes <= found->second.bytes - (address - found->first);
}

bool Memory::holds(u64 address, size_t bytes, Place place) const {
    auto* found = find(address);
    return found && found->second.place == place && bytes <= found->second.bytes - (address - found->first);
}

bool Memory::slack_is_whole(u64 address, const Allocation& allocation) const {
    size_t page = page_bytes();
    auto* end = allocation.mapped + allocation.mapped_bytes - page;
    auto* start = reinterpret_cast<unsigned char*>(address);
    for (auto* byte = allocation.mapped + page; byte < end; ++byte) {
        if (byte == start) byte += allocation.bytes;
        if (byte >= end) break;
        if (*byte == slack) continue;
        u64 at = reinterpret_cast<u64>(byte);
        report("a plain access wrote beyond its memory: " + describe(at, 1));
        *byte = slack;
        return false;
    }
    return true;
}

bool Memory::slack_is_whole() const {
    bool whole = true;
    for (auto& [address, allocation] : live) whole &= slack_is_whole(address, allocation);
    return whole;
}

std::string Memory::describe(u64 address, size_t bytes) const {
    std::string text = format("%zu bytes at %#llx", bytes, address);
    auto of = [](const Allocation& allocation) {
        return format("an allocation of %zu bytes", allocation.bytes);
    };
    // The nearest allocation that ends before, or begins after, within a page.
    u64 near = page_bytes();
    auto next = live.upper_bound(address);
    if (next != live.begin()) {
        auto before = std::prev(next);
        u64 offset = address - before->first;
        if (offset < before->second.bytes + near) return text + format(", which is byte %llu of ", offset) + of(before->second);
    }
    for (auto& [start, allocation] : freed)
        if (address >= start && address - start < allocation.bytes)
            return text + format(", which is byte %llu of ", address - start) + of(allocation) + " that was freed";
    if (next != live.end() && next->first - address <= near)
        return text + format(", which is %llu bytes before ", next->first - address) + of(next->second);
    return text + ", which is no device memory";
}

} // namespace emu
