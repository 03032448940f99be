// Sums through shared memory, with its barriers and without.
#include "port.cuh"

struct Sums {
    u64 parts[TPB];
};

DEV void barrier(bool there) {
    if (there) sync_block();
}

DEV void sum_of(const u64* numbers, u64* sums, u32 count, bool barriers) {
    SHARED(Sums, shared);
    u64 sum = 0;
    for (u32 i = block() * threads() + thread(); i < count; i += threads() * blocks()) sum += take(&numbers[i]);
    shared.parts[thread()] = sum;
    barrier(barriers);
    for (u32 half = threads() / 2; half > 0; half /= 2) {
        if (thread() < half) {
            // A step, so that others may run in between.
            pause(0);
            shared.parts[thread()] += shared.parts[thread() + half];
        }
        barrier(barriers);
    }
    if (thread() == 0) init(&sums[block()], shared.parts[0]);
}

KERNEL(sum, const u64* numbers, u64* sums, u32 count) { sum_of(numbers, sums, count, true); }
KERNEL(sum_without_barriers, const u64* numbers, u64* sums, u32 count) { sum_of(numbers, sums, count, false); }

// All blocks wait for each other: they have to be resident at once.
KERNEL(grid_barrier, u64* arrived, u64* rounds, u32 count) {
    for (u32 round = 1; round <= count; ++round) {
        sync_block();
        if (thread() == 0) {
            add_acq_rel(arrived, 1);
            while (load_acquire(arrived) < u64(round) * blocks()) pause(100);
        }
        sync_block();
        if (load_relaxed(arrived) < u64(round) * blocks()) add_relaxed(&rounds[1], 1);
    }
    if (thread() == 0) add_relaxed(&rounds[0], count);
}

// In which order blocks run: each writes its number where it comes.
KERNEL(block_order, u64* next, u64* order) {
    if (thread() == 0) init(&order[add_relaxed(next, 1)], block());
}

struct Tally {
    u32 counts[3];
};

KERNEL(shared_counts, u32* out, u32 rounds) {
    SHARED(Tally, tally);
    u32* counts = tally.counts;
    if (thread() == 0) counts[0] = counts[2] = 0, counts[1] = 1000000;
    sync_block();
    for (u32 i = 0; i < rounds; ++i) {
        add_shared(&counts[0], 1);
        sub_shared(&counts[1], 2);
        max_shared(&counts[2], thread() * rounds + i);
    }
    sync_block();
    if (thread() < 3) store_relaxed(&out[thread()], counts[thread()]);
}

KERNEL(clocks, u64* out) {
    u64 before = now();
    pause(10);
    init(&out[thread()], now() - before);
}
