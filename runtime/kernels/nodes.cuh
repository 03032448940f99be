// Where nodes come from, and go to.
//
// A reduction promises at most how many words it needs, and is put off where the block does not have them; so `alloc`
// never fails in the middle of one.
#pragma once
#include "worker.cuh"

// The size of a node: 0 for two words, 1 for four, and so on.
DEV u32 size_of(u32 words) { return (words - 1) >> 1; }
DEV u32 room_of(u32 size) { return size ? FREE_LARGE : FREE; }
DEV u32* free_of(Worker& w, u32 size) { return size ? w.block->free_large[size] : w.block->free; }

// Words in a row that nobody has used.
DEV u32 alloc_fresh(Worker& w, u32 words) { return add_shared(&w.block->fresh, words); }

// `count` free nodes of a size, which stand at the result in a row; null if there are not so many.
//
// Who asks in vain does not give back what he has taken off the count: others may have taken theirs meanwhile. So nobody
// else gets any in this tick.
DEV const u32* take_free(Worker& w, u32 size, u32 count) {
    FreeList* list = &w.block->lists[size];
    if (count > room_of(size)) return 0;
    i32 before = (i32)sub_shared((u32*)&list->count, count);
    if (before >= (i32)count) return free_of(w, size) + (before - (i32)count);
    if (before > 0) list->left = (u32)before;
    return 0;
}

// After a tick: how many there are.
DEV void settle(FreeList& list) {
    if (list.count < 0) list.count = (i32)list.left;
    list.left = 0;
}

DEV_NOINLINE u32 alloc(Worker& w, u32 words) {
    u32 size = size_of(words);
#ifdef COMPILED
    w.words -= 2 * size + 2;
#endif
    u32* own = &w.block->own[size][thread()];
    if (*own) {
        u32 node = *own;
        *own = (u32)take(&w.heap[node]);
        return node;
    }
    const u32* node = take_free(w, size, 1);
    return node ? *node : alloc_fresh(w, 2 * size + 2);
}

// The thread keeps a free node by itself.
DEV void keep(Worker& w, u32 size, u32 node) {
    u32* own = &w.block->own[size][thread()];
    init(&w.heap[node], *own);
    *own = node;
}

// Gives a node back. The caller is the last who knows it.
DEV_NOINLINE void release(Worker& w, u32 node, u32 words) {
    u32 size = size_of(words);
    u32 room = size ? FREE_LARGE : FREED;
    u32* freed = size ? w.block->freed_large[size] : w.block->freed;
    u32 at = add_shared(&w.block->lists[size].freed, 1);
    if (at < room) {
        freed[at] = node;
        return;
    }
    sub_shared(&w.block->lists[size].freed, 1);
    keep(w, size, node);
    max_shared(&w.block->spilled, 1);
}

DEV void fill(Worker& w, u32 node, Word first, Word second) {
    init(&w.heap[node], first);
    init(&w.heap[node + 1], second);
}

DEV u32 new_node(Worker& w, Word first, Word second) {
    u32 node = alloc(w, 2);
    fill(w, node, first, second);
    return node;
}
