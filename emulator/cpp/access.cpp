// The checks that each primitive makes of its address.
#include "driver/codes.hpp"
#include "memory.hpp"
#include "report.hpp"
#include "scheduler.hpp"

namespace emu {

[[noreturn]] static void misaligned(const void* address, u32 bytes) {
    fail(CUDA_ERROR_MISALIGNED_ADDRESS, where(*launch->running) + format(": %p is not aligned to %u bytes", address, bytes));
}

void access_global(const void* address, u32 bytes, const char* what, At at) {
    step(what, at);
    u64 start = reinterpret_cast<u64>(address);
    // Most accesses are to the allocation of the last one: memory does not change while a kernel runs.
    auto& last = launch->last_touched;
    if (start - last.start >= last.bytes || bytes > last.bytes - (start - last.start)) {
        auto* found = memory.find(start);
        if (!found || !memory.holds(start, bytes))
            fail(CUDA_ERROR_ILLEGAL_ADDRESS, where(*launch->running) + ": out of bounds: " + memory.describe(start, bytes));
        last = {found->first, found->second.bytes};
    }
    if (start % bytes) misaligned(address, bytes);
}

void access_shared(const void* address, u32 bytes, const char* what, At at) {
    step(what, at);
    const Block& block = *launch->running->block;
    size_t offset = size_t(static_cast<const unsigned char*>(address) - block.shared);
    if (offset >= block.shared_bytes || bytes > block.shared_bytes - offset)
        fail(CUDA_ERROR_ILLEGAL_ADDRESS, where(*launch->running) + format(": out of bounds: %p is not in the %zu bytes of shared memory that the launch "
                                                                         "gives each block",
                                                                         address, block.shared_bytes));
    if (offset % bytes) misaligned(address, bytes);
}

void* shared_memory(size_t bytes, size_t alignment, At at) {
    step("SHARED", at);
    const Block& block = *launch->running->block;
    if (bytes > block.shared_bytes)
        fail(CUDA_ERROR_ILLEGAL_ADDRESS, where(*launch->running) + format(": it needs %zu bytes of shared memory, and the launch gives each block %zu",
                                                                         bytes, block.shared_bytes));
    if (reinterpret_cast<u64>(block.shared) % alignment) misaligned(block.shared, u32(alignment));
    return block.shared;
}

} // namespace emu
