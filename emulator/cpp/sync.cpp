// Barriers of blocks, and what lanes of a warp do together. An exited thread counts as arrived, as on devices since Volta.
#include <algorithm>

#include "driver/codes.hpp"
#include "report.hpp"
#include "sanitizer.hpp"
#include "scheduler.hpp"

namespace emu {

static void open_barrier(Block& block) {
    for (Fiber* fiber : block.at_barrier)
        if (fiber != launch->running) wake(fiber);
    block.at_barrier.clear();
    ++block.turns.turn;
}

void sync_block(At at) {
    step("sync_block", at);
    Fiber& me = *launch->running;
    Block& block = *me.block;
    if (!block.at_barrier.empty()) {
        const Fiber& other = *block.at_barrier.front();
        if (other.at.line != at.line || other.at.file != at.file)
            fail(CUDA_ERROR_LAUNCH_FAILED, where(me) + format(": thread %u of the block waits at another `sync_block` (%s:%d)",
                                                              other.thread.thread, file_name(other.at.file), other.at.line));
    }
    if (weak_memory) settle_all();
    void* object = block.turns.now();
    sanitizer_release(object);
    block.at_barrier.push_back(&me);
    if (block.at_barrier.size() == block.running) open_barrier(block);
    else wait();
    if (weak_memory) weak_acquire();
    sanitizer_acquire(object);
}

// Everybody is there: what each gets.
static void complete(Warp& warp, size_t place) {
    Gathering done = warp.gatherings[place];
    warp.gatherings.erase(warp.gatherings.begin() + i64(place));
    bool votes = done.what[0] == 'b';
    u32 ballot = 0;
    for (u32 i = 0; i < 32; ++i)
        if ((done.arrived >> i & 1) && done.values[i]) ballot |= 1u << i;
    for (u32 i = 0; i < 32; ++i) {
        if (!(done.arrived >> i & 1)) continue;
        Fiber& lane = *warp.lanes[i];
        if (votes) {
            lane.result = ballot;
        } else {
            if (!(done.arrived >> lane.source & 1))
                fail(CUDA_ERROR_LAUNCH_FAILED, where(lane) + format(": lane %u has no value for it: it is not in the mask %#x, or has exited",
                                                                    lane.source, done.mask));
            lane.result = done.values[lane.source];
        }
        if (&lane != launch->running) wake(&lane);
    }
    if (done.what[0] == 's' && done.what[1] == 'y') ++warp.turns[done.mask].turn;
}

// Waits for the lanes of the mask to call the same with the same mask.
static void gather(const char* what, u32 mask, u64 value, u32 source, At at) {
    step(what, at);
    Fiber& me = *launch->running;
    Warp& warp = me.block->warps[me.thread.thread / 32];
    u32 bit = 1u << me.thread.thread % 32;
    if (!(mask & bit)) fail(CUDA_ERROR_LAUNCH_FAILED, where(me) + format(": its mask %#x is without its own lane, %u", mask, me.thread.thread % 32));
    me.source = source % 32;

    size_t place = 0, count = warp.gatherings.size();
    while (place < count && !(warp.gatherings[place].mask == mask && warp.gatherings[place].what == what)) ++place;
    if (place == count) {
        for (const Gathering& other : warp.gatherings) {
            if (!(other.mask & bit) || !(other.arrived & mask)) continue;
            const Fiber& waits = *warp.lanes[__builtin_ctz(other.arrived & mask)];
            fail(CUDA_ERROR_LAUNCH_FAILED, where(me) + format(": it would wait with the mask %#x for lane %u, which waits for it at `%s` (%s:%d) "
                                                              "with the mask %#x",
                                                              mask, waits.thread.thread % 32, other.what, file_name(waits.at.file), waits.at.line, other.mask));
        }
        warp.gatherings.push_back({what, mask, 0, {}});
    }
    Gathering& mine = warp.gatherings[place];
    mine.arrived |= bit;
    mine.values[me.thread.thread % 32] = value;
    if (((mine.arrived | warp.exited) & mask) == mask) complete(warp, place);
    else wait();
}

void sync_warp(u32 mask, At at) {
    static const char* const what = "sync_warp";
    Fiber& me = *launch->running;
    if (weak_memory) settle_all();
    void* object = me.block->warps[me.thread.thread / 32].turns[mask].now();
    sanitizer_release(object);
    gather(what, mask, 1, me.thread.thread % 32, at);
    if (weak_memory) weak_acquire();
    sanitizer_acquire(object);
}

u32 ballot(u32 mask, bool vote, At at) {
    static const char* const what = "ballot";
    gather(what, mask, vote, 0, at);
    return u32(launch->running->result);
}

u64 shuffle(u32 mask, u64 value, u32 lane, At at) {
    static const char* const what = "shuffle";
    gather(what, mask, value, lane, at);
    return launch->running->result;
}

void leave_barriers(Fiber* fiber) {
    Block& block = *fiber->block;
    Warp& warp = block.warps[fiber->thread.thread / 32];
    warp.exited |= 1u << fiber->thread.thread % 32;
    for (size_t i = 0; i < warp.gatherings.size();) {
        const Gathering& waiting = warp.gatherings[i];
        if (((waiting.arrived | warp.exited) & waiting.mask) == waiting.mask) complete(warp, i);
        else ++i;
    }
    // This thread still counts as running.
    if (!block.at_barrier.empty() && block.at_barrier.size() == block.running - 1) open_barrier(block);
}

} // namespace emu
