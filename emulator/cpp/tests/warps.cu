// What lanes of a warp do together, under masks that diverge.
#include "port.cuh"

// Lanes 0 mod 3 go through one loop, the others through another one, each set by itself and so many times.
KERNEL(divergent_votes, u64* out, u32 rounds) {
    const u32 thirds = 0x49249249u;
    bool third = lane() % 3 == 0;
    u32 mask = third ? thirds : ~thirds;
    u64 sum = 0;
    for (u32 i = 0; i < rounds + (third ? 3 : 0); ++i) {
        u32 votes = ballot(mask, (lane() + i) % 2 == 0);
        sum += popc(votes) + (votes & ~mask ? 1000000 : 0);
    }
    sync_warp(~0u);
    init(&out[block() * threads() + thread()], sum);
}

// Each lane of the even half asks its right neighbour, those of the odd half the first of them.
KERNEL(divergent_shuffles, u64* out) {
    const u32 evens = 0x55555555u;
    u64 mine = (u64(thread()) << 32) | lane();
    u64 got;
    if (lane() % 2 == 0) got = shuffle(evens, mine, (lane() + 2) % 32);
    else got = shuffle(~evens, u32(lane()), 1u);
    init(&out[block() * threads() + thread()], got);
}

// Lanes leave one by one; the others go on.
KERNEL(leaving_votes, u64* out) {
    for (u32 left = 32; left > lane(); --left) {
        u32 mask = left == 32 ? ~0u : (1u << left) - 1;
        u32 votes = ballot(mask, true);
        if (votes != mask) return;
    }
    init(&out[block() * threads() + thread()], 1);
}

// A full mask though the upper half has exited: exited lanes are not waited for.
KERNEL(exited_lanes, u64* out) {
    if (lane() >= 16) return;
    sync_warp(~0u);
    u32 votes = ballot(~0u, true);
    sync_block();
    init(&out[block() * threads() + thread()], votes);
}

// One leader takes for all: the pattern of warp-aggregated allocation.
KERNEL(aggregate, u64* next, u64* out) {
    bool wants = (thread() * 7 + block()) % 3 != 0;
    u32 mask = ballot(~0u, wants);
    if (wants) {
        u32 leader = ffs(mask) - 1;
        u64 start = 0;
        if (lane() == leader) start = add_relaxed(next, popc(mask));
        start = shuffle(mask, start, leader);
        init(&out[start + popc(mask & ((1u << lane()) - 1))], 1);
    }
}

KERNEL(bits, u64* out) {
    if (thread() != 0) return;
    init(&out[0], popc(0xf0f0u));
    init(&out[1], popc(u64(0xff00000000000001ull)));
    init(&out[2], ffs(0u));
    init(&out[3], ffs(8u));
}

struct Values {
    u32 values[TPB];
};

// A value through shared memory between lanes, with `sync_warp` or only a ballot, which orders no memory.
DEV void neighbours(u64* out, bool barrier) {
    SHARED(Values, shared);
    u32* values = shared.values;
    values[thread()] = thread() + 1;
    if (barrier) sync_warp(~0u);
    else ballot(~0u, true);
    init(&out[thread()], values[thread() ^ 1]);
}
KERNEL(neighbours_synced, u64* out) { neighbours(out, true); }
KERNEL(neighbours_voted, u64* out) { neighbours(out, false); }

// Plain words of global memory, written by one thread and read by another after a barrier, of the block and of the warp.
KERNEL(exchange_by_barriers, u64* words, u64* wrong, u32 rounds) {
    u64 bad = 0;
    for (u32 round = 0; round < rounds; ++round) {
        u32 other = (thread() + 32 + round) % threads();
        init(&words[thread()], round * 1000 + thread());
        sync_block();
        bad += take(&words[other]) != round * 1000 + other;
        sync_block();
        other = thread() ^ 5;
        init(&words[thread()], round * 2000 + thread());
        sync_warp(~0u);
        bad += take(&words[other]) != round * 2000 + other;
        sync_warp(~0u);
    }
    if (bad) add_relaxed(wrong, bad);
}
