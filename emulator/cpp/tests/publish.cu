// A producer writes plainly and says so; a consumer waits for that and reads plainly. With and without what orders it.
#include "port.cuh"

enum Producer { store_with_release, fence_then_relaxed, relaxed_only, fence_before_data, exchange_releases, add_after_fence };
enum Consumer { load_with_acquire, relaxed_then_fence, load_relaxed_only, exchange_acquires, add_then_fence };

DEV void say(u64* flag, u64 round, Producer how, u64* data, u32 words) {
    if (how == fence_before_data) fence();
    for (u32 i = 0; i < words; ++i) init(&data[i], round * 1000 + i);
    if (how == fence_then_relaxed || how == add_after_fence) fence();
    if (how == store_with_release) store_release(flag, round);
    else if (how == exchange_releases) exchange_acq_rel(flag, round);
    else if (how == add_after_fence) add_relaxed(flag, 1);
    else store_relaxed(flag, round);
}

DEV bool heard(u64* flag, u64 round, Consumer how) {
    if (how == load_with_acquire) return load_acquire(flag) >= round;
    if (how == exchange_acquires) return add_acq_rel(flag, 0) >= round;
    bool there = how == add_then_fence ? add_relaxed(flag, 0) >= round : load_relaxed(flag) >= round;
    if (there && how != load_relaxed_only) fence();
    return there;
}

// Threads of block 0 produce, those of block 1 consume; each pair has a flag, and words of its own for each round.
DEV void publish(u64* flags, u64* data, u64* wrong, u32 rounds, u32 words, Producer producer, Consumer consumer) {
    u64* flag = &flags[thread()];
    u64* mine = &data[u64(thread()) * rounds * words];
    for (u32 round = 1; round <= rounds; ++round) {
        u64* here = &mine[u64(round - 1) * words];
        if (block() == 0) {
            say(flag, round, producer, here, words);
            continue;
        }
        while (!heard(flag, round, consumer)) pause(20);
        u64 bad = 0;
        for (u32 i = 0; i < words; ++i) bad += take(&here[i]) != u64(round) * 1000 + i;
        if (bad) add_relaxed(wrong, bad);
    }
}

#define PUBLISH(name, producer, consumer)                                                                              \
    KERNEL(name, u64* flags, u64* data, u64* wrong, u32 rounds, u32 words) {                                           \
        publish(flags, data, wrong, rounds, words, producer, consumer);                                                \
    }

PUBLISH(publish_release_acquire, store_with_release, load_with_acquire)
PUBLISH(publish_fences, fence_then_relaxed, relaxed_then_fence)
PUBLISH(publish_fence_acquire, fence_then_relaxed, load_with_acquire)
PUBLISH(publish_release_fence, store_with_release, relaxed_then_fence)
PUBLISH(publish_exchanges, exchange_releases, exchange_acquires)
PUBLISH(publish_adds, add_after_fence, add_then_fence)
PUBLISH(publish_without_release, relaxed_only, load_with_acquire)
PUBLISH(publish_fence_too_early, fence_before_data, relaxed_then_fence)
PUBLISH(publish_without_acquire, store_with_release, load_relaxed_only)
