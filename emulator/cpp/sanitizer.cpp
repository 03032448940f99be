#include "sanitizer.hpp"

#ifdef EMULATOR_TSAN
#include <sys/mman.h>

#include <cstdint>

#include "stacks.hpp"

namespace emu {

enum { self, fenced, pending };

// Runs as another of ThreadSanitizer's fibers of this thread: one that knows only what it is told.
template <class F> static void as(int which, F act) {
    Fiber& me = *launch->running;
    sanitizer_switch(me.sanitizer[which]);
    act();
    sanitizer_switch(me.sanitizer[self]);
}

// From launches before.
static std::vector<void*> idle;

// One that knows what the host knew when the launch, or the block, began.
static void* make() {
    void* back = sanitizer_current();
    sanitizer_switch(launch->host_sanitizer);
    void* made;
    if (idle.empty()) {
        made = __tsan_create_fiber(0);
    } else {
        made = idle.back();
        idle.pop_back();
        sanitizer_switch(made);
        __tsan_acquire(launch);
    }
    sanitizer_switch(back);
    return made;
}

void sanitizer_begin(Fiber& fiber) { fiber.sanitizer[self] = make(); }

void sanitizer_end(Fiber& fiber, bool keep) {
    for (void*& each : fiber.sanitizer) {
        if (each && keep) idle.push_back(each);
        else if (each) __tsan_destroy_fiber(each);
        each = nullptr;
    }
}

void sanitizer_renew(void* memory, size_t bytes) {
    // Mapped anew, it is as if the host had written it now. Both are whole pages but for shared memory's first.
    uintptr_t start = reinterpret_cast<uintptr_t>(memory) / page_bytes() * page_bytes();
    size_t whole = whole_pages(reinterpret_cast<uintptr_t>(memory) + bytes - start);
    if (whole == 0) return;
    mmap(reinterpret_cast<void*>(start), whole, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0);
    sanitizer_release(launch);
}

void fence_order() {
    Fiber& me = *launch->running;
    if (me.sanitizer[pending]) {
        void* object = &me.sanitizer[pending];
        as(pending, [=] { __tsan_release(object); });
        __tsan_acquire(object);
    }
    if (!me.sanitizer[fenced]) me.sanitizer[fenced] = make();
    void* object = &me.sanitizer[fenced];
    __tsan_release(object);
    as(fenced, [=] { __tsan_acquire(object); });
}

void relaxed_write(void* address) {
    if (launch->running->sanitizer[fenced]) as(fenced, [=] { __tsan_release(address); });
}

void relaxed_read(const void* address) {
    Fiber& me = *launch->running;
    if (!me.sanitizer[pending]) me.sanitizer[pending] = make();
    as(pending, [=] { __tsan_acquire(const_cast<void*>(address)); });
}

} // namespace emu
#endif
