// Where blocks leave redexes and free nodes for each other: batches in global memory, and lists of which of them are full.
//
// Only leaders change them. What is in a batch is written before it is put on the list, under the lock, and read after it
// was taken from there; so the lock is held for some instructions only. There are many depots of redexes, and many of free nodes, each with
// batches of its own, as hundreds of blocks have some to give, or want some, at a time.
#pragma once
#include "worker.cuh"

// Hundreds of leaders may want it: who waits looks before it tries again.
DEV void lock(Depot* depot) {
    while (exchange_acquire(&depot->lock, 1)) {
        do pause(64);
        while (load_relaxed(&depot->lock));
    }
}
DEV void unlock(Depot* depot) { store_release(&depot->lock, 0); }

// A batch to be filled; NONE if there is none.
DEV u32 take_spare(Depot* depot) {
    if (!load_relaxed(&depot->spare)) return NONE;
    lock(depot);
    u32 left = load_relaxed(&depot->spare), id = NONE;
    if (left) {
        id = depot->first + left - 1 + load_relaxed(&depot->spares[left - 1]);
        store_relaxed(&depot->spare, left - 1);
    }
    unlock(depot);
    return id;
}

DEV void put_spare(Depot* depot, u32 id) {
    lock(depot);
    u32 left = load_relaxed(&depot->spare);
    store_relaxed(&depot->spares[left], id - depot->first - left);
    store_relaxed(&depot->spare, left + 1);
    unlock(depot);
}

DEV void put_full(Depot* depot, u32 size, u32 id) {
    lock(depot);
    u32 there = load_relaxed(&depot->full[size]);
    store_relaxed(&depot->batches[size * depot->capacity + there], id);
    store_relaxed(&depot->full[size], there + 1);
    unlock(depot);
}

DEV u32 pop_full(Depot* depot, u32 size) {
    u32 there = load_relaxed(&depot->full[size]);
    if (!there) return NONE;
    // Who sees that it was taken sees that somebody was no longer hungry.
    store_release(&depot->full[size], there - 1);
    return load_relaxed(&depot->batches[size * depot->capacity + there - 1]);
}

// A full batch of a size; NONE if there is none.
DEV u32 take_full(Depot* depot, u32 size) {
    if (!load_relaxed(&depot->full[size])) return NONE;
    lock(depot);
    u32 id = pop_full(depot, size);
    unlock(depot);
    return id;
}

// The depot that a batch belongs to.
DEV Depot* home_of(Depot* depots, u32 batch) { return &depots[batch / depots->capacity]; }

// A depot that has something for this block, as it seems: a full batch of a size, or one to be filled. Null if none has.
// All threads of the first warp come here together; blocks begin at different ones.
DEV Depot* depot_with(Depot* depots, bool full, u32 size) {
    u32 first = block() % DEPOTS, mine = (first + thread()) % DEPOTS;
    u32 has = ballot(~0u, load_acquire(full ? &depots[mine].full[size] : &depots[mine].spare) > 0);
    return has ? &depots[(first + ffs(has) - 1) % DEPOTS] : 0;
}

// Is it the case that there are more blocks without redexes than batches for them? A hint.
DEV bool others_are_hungry(const Run* run) { return (i32)(u32)load_relaxed(&run->hungry) > (i32)load_relaxed(&run->offered); }

const u64 HUNGRY = 1, NO_LONGER = ((u64)1 << 32) - 1;

// A batch of redexes, for a block that has none; NONE if there is none. All threads of the first warp come here together; the leader knows.
//
// Where nobody has any, the last block to notice sees that all depots are empty while all are hungry, and the run is done. Who takes some is no
// longer hungry before it takes it, and changes the upper half of the count, so that all were hungry while the last one looked.
DEV u32 take_redexes(Worker& w) {
    Shared& s = *w.block;
    Run* run = s.launch.run;
    Depot* depot = depot_with(s.launch.redex_depots, true, 0);
    u32 id = NONE, all = 0;
    u64 hungry = 0;
    if (thread() == 0) {
        if (depot) {
            if (s.idle) add_acq_rel(&run->hungry, NO_LONGER);
            s.idle = 0;
            id = take_full(depot, 0);
            if (id != NONE) add_relaxed(&run->offered, ~0u);
        }
        if (id == NONE && !s.idle) {
            s.idle = 1;
            hungry = add_acq_rel(&run->hungry, HUNGRY) + HUNGRY;
            all = (u32)hungry == blocks();
        }
    }
    if (shuffle(~0u, all, 0)) {
        sync_warp(~0u);
        depot = depot_with(s.launch.redex_depots, true, 0);
        sync_warp(~0u);
        if (thread() == 0 && !depot && load_relaxed(&run->hungry) == hungry) end(w, END_DONE);
    }
    return id;
}
