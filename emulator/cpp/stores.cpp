#include "stores.hpp"

#include <algorithm>
#include <cstdint>

#include "scheduler.hpp"
#include "settings.hpp"

namespace emu {

bool weak_memory = false;

// More than so many wait for nobody.
static const size_t most = 64;

static uintptr_t granule(const void* address) { return reinterpret_cast<uintptr_t>(address) / 8; }

static void write_memory(Fiber& writer, const LateStore& store) {
    if (settings.stale_loads) launch->history.overwrite(writer, store.address);
    switch (store.bytes) {
    case 1: return __atomic_store_n(static_cast<unsigned char*>(store.address), static_cast<unsigned char>(store.value), __ATOMIC_RELAXED);
    case 2: return __atomic_store_n(static_cast<unsigned short*>(store.address), static_cast<unsigned short>(store.value), __ATOMIC_RELAXED);
    case 4: return __atomic_store_n(static_cast<u32*>(store.address), u32(store.value), __ATOMIC_RELAXED);
    default: return __atomic_store_n(static_cast<u64*>(store.address), store.value, __ATOMIC_RELAXED);
    }
}

static void has_none(Fiber& fiber) {
    auto& storing = launch->storing;
    storing.erase(std::find(storing.begin(), storing.end(), &fiber));
}

static void settle_at(Fiber& fiber, size_t place) {
    write_memory(fiber, fiber.stores[place]);
    fiber.stores.erase(fiber.stores.begin() + i64(place));
    if (fiber.stores.empty()) has_none(fiber);
}

void settle_one_of(Fiber& fiber) {
    size_t drawn = launch->random.below(fiber.stores.size());
    // The oldest to those eight bytes comes first.
    size_t first = 0;
    while (granule(fiber.stores[first].address) != granule(fiber.stores[drawn].address)) ++first;
    settle_at(fiber, first);
}

void settle_any() {
    auto& storing = launch->storing;
    settle_one_of(*storing[launch->random.below(storing.size())]);
}

static void settle(Fiber& me, const void* address) {
    for (size_t i = 0; i < me.stores.size();)
        if (granule(me.stores[i].address) == granule(address)) settle_at(me, i);
        else ++i;
}

static u64 part(u64 eight_bytes, const void* address, u32 bytes) {
    if (bytes == 8) return eight_bytes;
    return eight_bytes >> (reinterpret_cast<uintptr_t>(address) % 8 * 8) & ((1ull << bytes * 8) - 1);
}

u64 weak_load(const void* address, u32 bytes, bool acquires) {
    Fiber& me = *launch->running;
    if (acquires) weak_acquire();
    for (size_t i = me.stores.size(); i-- > 0;) {
        const LateStore& store = me.stores[i];
        if (granule(store.address) != granule(address)) continue;
        if (store.address == address && store.bytes == bytes) return store.value;
        settle(me, address); // half of it, or both halves
        break;
    }
    // Eight bytes may be read: allocations are padded to more.
    auto* whole = reinterpret_cast<const u64*>(granule(address) * 8);
    u64 found = settings.stale_loads ? launch->history.read(me, whole) : __atomic_load_n(whole, __ATOMIC_RELAXED);
    return part(found, address, bytes);
}

void weak_store(void* address, u64 value, u32 bytes, bool releases) {
    Fiber& me = *launch->running;
    if (releases) settle_all();
    if (!settings.late_stores) return write_memory(me, {address, value, bytes});
    if (me.stores.size() >= most) settle_one_of(me);
    if (me.stores.empty()) launch->storing.push_back(&me);
    me.stores.push_back({address, value, bytes});
    ++counts.late_stores;
}

void before_weak_update(void* address, bool releases) {
    Fiber& me = *launch->running;
    if (releases) settle_all();
    else settle(me, address);
    if (settings.stale_loads) launch->history.overwrite(me, address);
}

void weak_acquire() {
    if (settings.stale_loads) launch->history.acquire(*launch->running);
}

void weak_fence() {
    settle_all();
    weak_acquire();
}

void settle_all() {
    Fiber& me = *launch->running;
    if (me.stores.empty()) return;
    for (const LateStore& store : me.stores) write_memory(me, store);
    me.stores.clear();
    has_none(me);
}

} // namespace emu
