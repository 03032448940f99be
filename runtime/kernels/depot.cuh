// Where blocks leave redexes and free nodes for each other: batches in global memory, and lists of which of them are full.
//
// Only leaders change them. What is in a batch is written before it is put on the list, under the lock, and read after it
// was taken from there; so the lock is held for some instructions only. There is one depot for redexes, which also knows who has none,
// and there are some for free nodes, each with batches of its own: a block that frees nodes gives many.
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
    store_relaxed(&depot->full[size], there - 1);
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

// A batch of redexes, for a block that has none. Where nobody has any, and this is the last block to notice, the run is done.
DEV u32 take_redexes(Worker& w) {
    Shared& s = *w.block;
    Depot* depot = &s.launch.run->redexes;
    // That it has none was told before: it is enough to look.
    if (s.idle && !load_relaxed(&depot->full[0])) return NONE;
    lock(depot);
    u32 id = pop_full(depot, 0), hungry = load_relaxed(&depot->hungry);
    if (id != NONE && s.idle) {
        s.idle = 0;
        store_relaxed(&depot->hungry, hungry - 1);
    } else if (id == NONE && !s.idle) {
        s.idle = 1;
        store_relaxed(&depot->hungry, ++hungry);
    }
    if (id == NONE && hungry == blocks()) end(w, END_DONE);
    unlock(depot);
    return id;
}

// The depot of free nodes that a batch belongs to.
DEV Depot* home_of(const Worker& w, u32 batch) {
    Depot* depots = w.block->launch.depots;
    return &depots[batch / depots->capacity];
}

// A depot of free nodes that has something for this block, as it seems: a full batch of a size, or one to be filled. Null if none has.
// All threads of the first warp come here together; blocks begin at different ones.
DEV Depot* depot_with(const Worker& w, bool full, u32 size) {
    Depot* depots = w.block->launch.depots;
    u32 first = block() % DEPOTS, mine = (first + thread()) % DEPOTS;
    u32 has = ballot(~0u, load_relaxed(full ? &depots[mine].full[size] : &depots[mine].spare) > 0);
    return has ? &depots[(first + ffs(has) - 1) % DEPOTS] : 0;
}
