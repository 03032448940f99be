#include "history.hpp"

#include <algorithm>

#include "scheduler.hpp"
#include "settings.hpp"

namespace emu {

// What is forgotten is only not shown.
static const size_t most_pasts = 4, most_granules = 1 << 16, most_seen = 32;

static u64 granule_of(const void* address) { return reinterpret_cast<u64>(address) / 8; }
static u64 now_at(u64 granule) { return __atomic_load_n(reinterpret_cast<const u64*>(granule * 8), __ATOMIC_RELAXED); }

u64 History::known(const Fiber& fiber, u64 granule) const {
    for (auto& seen : fiber.knowledge.seen)
        if (seen.granule == granule) return std::max(seen.time, fiber.knowledge.acquired);
    return fiber.knowledge.acquired;
}

void History::know(Fiber& fiber, u64 granule, u64 time) {
    auto& all = fiber.knowledge.seen;
    for (auto& seen : all) {
        if (seen.granule != granule) continue;
        seen.time = std::max(seen.time, time);
        return;
    }
    // Seeing everything is always allowed.
    if (all.size() == most_seen) acquire(fiber);
    else all.push_back({granule, time});
}

void History::overwrite(Fiber& writer, const void* address) {
    u64 granule = granule_of(address);
    if (pasts.size() >= most_granules) pasts.clear();
    auto& past = pasts[granule];
    if (past.size() == most_pasts) past.erase(past.begin());
    past.push_back({++time, now_at(granule)});
    know(writer, granule, time);
}

u64 History::read(Fiber& reader, const void* address) {
    u64 granule = granule_of(address);
    auto found = pasts.find(granule);
    if (found == pasts.end()) return now_at(granule);
    auto& past = found->second;
    u64 least = known(reader, granule);
    size_t first = 0;
    while (first < past.size() && past[first].until <= least) ++first;
    if (first < past.size() && launch->random.one_in(settings.stale_one_in)) {
        const Past& drawn = past[first + launch->random.below(past.size() - first)];
        // The same may be read again, and nothing older.
        u64 value = drawn.value;
        know(reader, granule, drawn.until - 1);
        return value;
    }
    know(reader, granule, time);
    return now_at(granule);
}

void History::acquire(Fiber& fiber) {
    fiber.knowledge.acquired = time;
    fiber.knowledge.seen.clear();
}

} // namespace emu
