#include "stacks.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <memory>

#include "settings.hpp"

namespace emu {

size_t page_bytes() {
    static const size_t bytes = size_t(sysconf(_SC_PAGESIZE));
    return bytes;
}

size_t whole_pages(size_t bytes) {
    size_t page = page_bytes();
    return (bytes + page - 1) / page * page;
}

unsigned char* Guarded::piece(size_t index) {
    size_t page = page_bytes();
    while (pieces.size() <= index) {
        void* start = mmap(nullptr, bytes + 2 * page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (start == MAP_FAILED) return nullptr;
        unsigned char* inside = static_cast<unsigned char*>(start) + page;
        pieces.push_back(inside);
        if (bytes && mprotect(inside, bytes, PROT_READ | PROT_WRITE)) {
            munmap(start, bytes + 2 * page);
            pieces.pop_back();
            return nullptr;
        }
    }
    return pieces[index];
}

Guarded::~Guarded() {
    size_t page = page_bytes();
    for (unsigned char* piece : pieces) munmap(piece - page, bytes + 2 * page);
}

size_t stack_bytes() { return whole_pages(settings.stack_bytes < (16 << 10) ? 16 << 10 : settings.stack_bytes); }

Guarded& stacks() {
    static std::unique_ptr<Guarded> kept;
    if (!kept || kept->bytes != stack_bytes()) {
        kept = nullptr;
        kept = std::make_unique<Guarded>(stack_bytes());
    }
    return *kept;
}

} // namespace emu
