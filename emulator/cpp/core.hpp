// What kernels call in the emulator. The primitives of emulated.hpp are made of these, and nothing else of the emulator is
// visible to kernels. All of it is compiled without sanitizers, so that only the kernels' own accesses are judged.
#pragma once
#include <cstddef>
#include <functional>
#include <tuple>
#include <utility>

#include "words.hpp"

// Kernels that are compiled at run time are libraries of their own, which find these in the driver's.
#pragma GCC visibility push(default)

namespace emu {

/// A line of a kernel's source: where a primitive was called.
struct At {
    const char* file;
    int line;
    static constexpr At here(const char* file = __builtin_FILE(), int line = __builtin_LINE()) { return {file, line}; }
};

/// Which thread runs.
struct Ids {
    u32 thread, block, threads, blocks;
};
extern const Ids* ids;

/// Three dimensions. Threads and blocks are numbered by `x` first, then by `y`, as warps are made of them.
struct Extent {
    u32 x, y, z;
    Extent of(u32 number) const { return {number % x, number / x % y, number / x / y}; }
};

/// Those of the launch that runs.
extern Extent grid_extent, block_extent;

// Each primitive begins with one of these three. They note where the thread is, check the address, let late stores become
// visible, and may run other threads first.
void access_global(const void* address, u32 bytes, const char* what, At at);
void access_shared(const void* address, u32 bytes, const char* what, At at);
void step(const char* what, At at);

/// The block's dynamic shared memory, which has to have so many bytes.
void* shared_memory(size_t bytes, size_t alignment, At at);

void sync_block(At at);
void sync_warp(u32 mask, At at);
u32 ballot(u32 mask, bool vote, At at);
u64 shuffle(u32 mask, u64 value, u32 lane, At at);
void pause(At at);
u64 now(At at);

// Fences modelled: stores may become visible late (stores.hpp), and loads may be stale (history.hpp). Then primitives do by these
// what they otherwise do themselves.
extern bool weak_memory;
u64 weak_load(const void* address, u32 bytes, bool acquires);
void weak_store(void* address, u64 value, u32 bytes, bool releases);
void before_weak_update(void* address, bool releases);
void weak_acquire();
void weak_fence();

// ThreadSanitizer knows no fences: sanitizer.hpp says how these tell it.
#ifdef EMULATOR_TSAN
void fence_order();
void relaxed_write(void* address);
void relaxed_read(const void* address);
#else
inline void fence_order() {}
inline void relaxed_write(void*) {}
inline void relaxed_read(const void*) {}
#endif

/// A kernel with its arguments: what each thread runs.
using Body = std::function<void()>;

/// A kernel: of the sources that are linked in, or of a module.
struct Kernel {
    const char* name;
    u32 max_threads;
    void (*function)();
    Body (*bind)(void (*function)(), void** arguments);
};
void add_kernel(Kernel kernel);

/// Takes a kernel's arguments, each behind a pointer, by the kernel's own signature.
template <class... A> struct Signature {
    static Body bind(void (*function)(), void** arguments) { return copy(function, arguments, std::index_sequence_for<A...>()); }

  private:
    template <size_t... I> static Body copy(void (*function)(), void** arguments, std::index_sequence<I...>) {
        (void)arguments;
        const std::tuple<A...> values(*reinterpret_cast<A*>(arguments[I])...);
        auto kernel = reinterpret_cast<void (*)(A...)>(function);
        return [kernel, values] { kernel(std::get<I>(values)...); };
    }
};

struct Registered {
    template <class... A> Registered(const char* name, u32 max_threads, void (*kernel)(A...)) {
        add_kernel({name, max_threads, reinterpret_cast<void (*)()>(kernel), &Signature<A...>::bind});
    }
};

} // namespace emu

#pragma GCC visibility pop
