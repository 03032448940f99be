// Kernels that are wrong, each in one way.
#include "port.cuh"

struct Words {
    u64 words[TPB];
};

KERNEL(beyond_the_end, u64* words, u32 count) {
    if (block() == blocks() - 1 && thread() == threads() - 1) init(&words[count], 1);
}
KERNEL(plainly_beyond, u64* words, u32 count) {
    if (thread() == 5) words[count] = 1;
}
KERNEL(read_one, const u64* words, u64* out) { init(&out[thread()], load_relaxed(&words[0])); }
KERNEL(read_plainly, const volatile u64* words, u64* out) {
    u64 word = words[0];
    init(&out[thread()], word);
}
KERNEL(misaligned, u64* words) { take(reinterpret_cast<u64*>(reinterpret_cast<u8*>(words) + 4)); }
KERNEL(beyond_shared, u32 count) {
    SHARED(u32, word);
    add_shared(&word + count, 1);
}
KERNEL(plainly_beyond_shared, u32 count) {
    SHARED(u32, word);
    volatile u32* words = &word;
    words[count] = 1;
}
KERNEL(too_little_shared, u64* out) {
    SHARED(Words, shared);
    init(out, shared.words[0]);
}
KERNEL(shared_content, u64* out) {
    SHARED(Words, shared);
    init(&out[thread()], shared.words[thread()]);
}

DEV_NOINLINE u64 deep(u64 depth, volatile u64* link) {
    volatile u64 frame[64];
    frame[depth % 64] = depth + (link ? *link : 0);
    return depth == 0 ? frame[0] : deep(depth - 1, &frame[depth % 64]) + frame[depth % 64];
}
KERNEL(recursion, u64* out, u64 depth) { init(&out[thread()], deep(depth, nullptr)); }

KERNEL(two_kinds_of_barrier, u64* out) {
    if (thread() == 0) sync_warp(~0u);
    else sync_block();
    init(out, 1);
}
KERNEL(two_barriers, u64* out) {
    if (thread() == 0) sync_block();
    else
        sync_block();
    init(out, 1);
}
KERNEL(not_in_its_mask, u64* out) { init(&out[thread()], ballot(2u, true)); }
KERNEL(crossed_masks, u64* out) {
    if (lane() == 0) sync_warp(3u);
    else if (lane() == 1) sync_warp(7u);
    else if (lane() == 2) ballot(7u, true);
    init(&out[thread()], 1);
}
KERNEL(absent_source, u64* out) { init(&out[thread()], lane() < 4 ? shuffle(15u, u64(1), 7u) : 0); }
KERNEL(waits_forever, const u64* flag) {
    while (load_acquire(flag) == 0) pause(1000);
}
KERNEL(divides, u64* out, u32 by) { init(out, 7 / by); }
KERNEL(nothing) {}

struct Arguments {
    u64* out;
    u32 small;
    double number;
};
KERNEL(takes_struct, Arguments arguments, u8 byte, float single) {
    if (thread() != 0) return;
    init(&arguments.out[0], arguments.small + byte);
    init(&arguments.out[1], u64(arguments.number * 4 + single));
}
