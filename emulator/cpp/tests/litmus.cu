// Small programs whose outcomes the PTX memory model allows or forbids; each thread of a block pairs with that of the other.
#include "port.cuh"

// x and y of each pair are in different eight bytes. What is read goes to out: first block 0's, then block 1's.
DEV void outcome(u64* out, u64 value) { init(&out[block() * threads() + thread()], value); }

// Store buffering: both may read 0.
KERNEL(litmus_store_buffering, u64* words, u64* out) {
    u64 *x = &words[2 * thread()], *y = x + 1;
    store_relaxed(block() == 0 ? x : y, u64(1));
    outcome(out, load_relaxed(block() == 0 ? y : x));
}

// Message passing by relaxed accesses: y new and x old is allowed. Read as 2 y + x.
KERNEL(litmus_message, u64* words, u64* out) {
    u64 *x = &words[2 * thread()], *y = x + 1;
    if (block() == 0) {
        store_relaxed(x, u64(1));
        store_relaxed(y, u64(1));
        return outcome(out, 0);
    }
    u64 second = load_relaxed(y), first = load_relaxed(x);
    outcome(out, 2 * second + first);
}

// Coherence: who reads one address twice never sees it go back, and a thread sees its own stores.
KERNEL(litmus_coherence, u64* words, u64* out) {
    u64* x = &words[2 * thread()];
    if (block() == 0) {
        u64 bad = 0;
        for (u64 i = 1; i <= 8; ++i) {
            store_relaxed(x, i);
            bad += load_relaxed(x) != i;
        }
        return outcome(out, bad);
    }
    u64 bad = 0, last = 0;
    for (u32 i = 0; i < 16; ++i) {
        u64 seen = load_relaxed(x);
        bad += seen < last;
        last = seen;
    }
    outcome(out, bad);
}

// Halves: 32 bits written, 64 read, and the reverse, by one thread.
KERNEL(litmus_halves, u64* words, u64* out) {
    u64* x = &words[2 * (block() * threads() + thread())];
    u32* half = reinterpret_cast<u32*>(x);
    u64 bad = 0;
    init(x, 0x1111111122222222ull);
    bad += load_relaxed(half) != 0x22222222u;
    store_relaxed(half + 1, 0x33333333u);
    bad += load_relaxed(x) != 0x3333333322222222ull;
    store_relaxed(half, 0x44444444u);
    bad += add_relaxed(x, 1) != 0x3333333344444444ull;
    bad += load_relaxed(half) != 0x44444445u;
    outcome(out, bad);
}

// A relaxed update acts at once though an earlier store is late: 2 y + x = 2 is allowed; with a release it is not.
DEV void update(u64* words, u64* out, bool releases) {
    u64 *x = &words[2 * thread()], *y = x + 1;
    if (block() == 0) {
        store_relaxed(x, u64(1));
        releases ? add_acq_rel(y, 1) : add_relaxed(y, 1);
        return outcome(out, 0);
    }
    u64 second = load_acquire(y), first = load_relaxed(x);
    outcome(out, 2 * second + first);
}
KERNEL(litmus_update_relaxed, u64* words, u64* out) { update(words, out, false); }
KERNEL(litmus_update_releases, u64* words, u64* out) { update(words, out, true); }

// Counting by relaxed updates loses nothing, whatever is late.
KERNEL(litmus_count, u64* counter, u32 rounds) {
    for (u32 i = 0; i < rounds; ++i) {
        add_relaxed(counter, 1);
        for (u64 seen = load_relaxed(counter + 1);;) {
            u64 before = cas_relaxed(counter + 1, seen, seen + 1);
            if (before == seen) break;
            seen = before;
        }
    }
}

// A lock by exchange guards a plain counter.
KERNEL(litmus_lock, u32* lock, u64* counter, u32 rounds) {
    for (u32 i = 0; i < rounds; ++i) {
        while (exchange_acquire(lock, 1)) pause(20);
        init(counter, take(counter) + 1);
        store_release(lock, 0u);
    }
}
