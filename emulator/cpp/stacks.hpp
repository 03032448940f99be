// Memory between pages that cannot be touched: the threads' stacks, and the blocks' shared memory.
#pragma once
#include <cstddef>
#include <vector>

namespace emu {

size_t page_bytes();
size_t whole_pages(size_t bytes);

/// Pieces of one size, each a number of whole pages, made when they are first asked for.
class Guarded {
  public:
    explicit Guarded(size_t bytes) : bytes(whole_pages(bytes)) {}
    ~Guarded();
    Guarded(const Guarded&) = delete;
    Guarded& operator=(const Guarded&) = delete;

    /// Null where the system has no memory.
    unsigned char* piece(size_t index);
    const size_t bytes;

  private:
    std::vector<unsigned char*> pieces;
};

/// Bytes of one thread's stack.
size_t stack_bytes();

/// The stacks, which stay from launch to launch.
Guarded& stacks();

/// The blocks' shared memory of a launch. Each ends where a page ends, but for alignment.
class SharedMemory {
  public:
    explicit SharedMemory(size_t bytes) : used((bytes + 15) / 16 * 16), pieces(bytes) {}
    unsigned char* piece(size_t index) {
        unsigned char* start = pieces.piece(index);
        return start ? start + pieces.bytes - used : nullptr;
    }

  private:
    size_t used;
    Guarded pieces;
};

} // namespace emu
