// What a block does between reductions: it shares redexes and free nodes with others, gets fresh words, and looks at limits.
//
// All threads come here together. The leader decides, all copy, the leader makes it known.
#pragma once
#include "bag.cuh"
#include "depot.cuh"

DEV bool leads() { return thread() == 0; }

DEV u32 redexes_of(const Shared& s) {
    u32 all = 0;
    for (u32 k = 0; k < CLASSES; ++k) all += s.count[k];
    return all;
}

DEV u32 fresh_left(const Shared& s) { return s.fresh_end - s.fresh; }

// Redexes beside the bag stay with the block, until they are so many: each batch for others takes a depot's lock. Where
// nothing can begin for want of memory they go to others, who may have some; and some of them may free some.
DEV bool has_too_many(const Shared& s) { return s.over > s.launch.over_room / 2 || (s.starved && s.over >= BATCH); }

// Fewer fresh words than this are few.
DEV u32 few_words(const Shared& s) {
#ifdef COMPILED
    u32 half = s.launch.chunk / 2, most = 64 * TPB;
    if (half > 16 * TPB) return half < most ? half : most;
#endif
    return 16 * TPB;
}

#ifdef COMPILED
// How far functions go. Where there are few redexes each call becomes one; where memory is short, too.
DEV void choose_depth(Shared& s) {
    bool few = redexes_of(s) < TPB, bare = s.dry || s.starved;
    s.deepest = few ? 1 : NESTED;
    s.calls = bare ? 1 : CALLS;
    // Half of what there is, for all threads.
    u32 words = s.room / (2 * TPB), redexes = s.over_room / (2 * TPB);
    s.more_words = bare ? 0 : words < MORE_WORDS ? words : MORE_WORDS;
    s.more_redexes = bare ? 0 : redexes < MORE_REDEXES ? redexes : MORE_REDEXES;
}
#endif

// How many redexes the tick takes of each class. What frees memory comes first.
DEV void choose_redexes(Shared& s) {
    u32 left = TPB;
    s.steps = redexes_of(s) < TPB / 2 ? STEPS : 1;
#ifdef COMPILED
    s.room = fresh_left(s);
    s.over_room = s.launch.over_room > s.over ? s.launch.over_room - s.over : 0;
    choose_depth(s);
#endif
    for (u32 k = 0; k < CLASSES; ++k) {
        u32 n = s.count[k] < left ? s.count[k] : left;
        s.take[k] = n;
        s.count[k] -= n;
        left -= n;
    }
    s.promised = s.over_promised = s.reduced = 0;
    s.room = fresh_left(s);
    // What was put off may have gone beyond it: each thread has room for that.
    s.over_room = s.launch.over_room > s.over ? s.launch.over_room - s.over : 0;
}

// Counts go to the run, and so does what limits it.
DEV void report(Worker& w) {
    Shared& s = *w.block;
    Run* run = s.launch.run;
    if (thread() < RULES) {
        u32 done = s.counts[thread()];
        s.counts[thread()] = 0;
        if (done) {
            add_relaxed(&run->counts[thread()], done);
            add_shared(&s.done, done);
        }
    }
    sync_block();
    if (leads()) {
        u64 before = s.done ? add_relaxed(&run->interactions, s.done) : 0;
        if (before + s.done > s.launch.limit) end(w, END_INTERACTIONS);
        s.done = 0;
        if (s.starved > STARVING) end(w, END_MEMORY);
        if (load_relaxed(&run->asked) > s.launch.question_room / 2) end(w, END_QUESTIONS);
        s.stop = load_relaxed(&run->ended) != 0 || s.tick >= s.launch.ticks || now() >= s.until;
    }
    sync_block();
}

// A batch of redexes that the depot has.
DEV void fetch(Worker& w) {
    Shared& s = *w.block;
    if (thread() < DEPOTS) {
        u32 id = take_redexes(w);
        if (leads()) {
            s.batch = id;
            if (id == NONE) pause(400);
        }
    }
    sync_block();
    if (s.batch != NONE) {
        const Batch* batch = &s.launch.redexes[s.batch];
        u32 n = (u32)take(&batch->count);
        if (thread() < n) push(w, take(&batch->pos[thread()]), take(&batch->neg[thread()]));
        sync_block();
        if (leads()) put_spare(home_of(s.launch.redex_depots, s.batch), s.batch);
    }
    sync_block();
}

// A batch of redexes for others: of `over`, if there are so many, or of the fullest class of the bag its older half.
DEV void give_away(Worker& w) {
    Shared& s = *w.block;
    Run* run = s.launch.run;
    u32 of = 0;
    for (u32 k = 1; k < CLASSES; ++k) of = s.count[k] > s.count[of] ? k : of;
    u32 had = s.over < BATCH ? 0 : s.over, all = s.count[of];
    u32 half = all / 2 < BATCH ? all / 2 : BATCH, n = had ? BATCH : half;
    if (thread() < DEPOTS) {
        Depot* depot = depot_with(s.launch.redex_depots, false, 0);
        if (leads()) s.batch = depot ? take_spare(depot) : NONE;
    }
    sync_block();
    if (s.batch != NONE) {
        Batch* batch = &s.launch.redexes[s.batch];
        u32 t = thread();
        Redex moved;
        if (t < n) {
            Redex it = had ? w.over[had - n + t] : s.bag[of][t];
            init(&batch->pos[t], it.pos);
            init(&batch->neg[t], it.neg);
            if (!had) moved = s.bag[of][all - n + t];
        }
        sync_block();
        if (t < n && !had) s.bag[of][t] = moved;
        if (leads()) {
            init(&batch->count, n);
            if (had) s.over = had - n;
            else s.count[of] = all - n;
            put_full(home_of(s.launch.redex_depots, s.batch), 0, s.batch);
            add_relaxed(&run->offered, 1);
        }
    }
    // Of what the leader decides, all read this afterwards: `batch` is the next one's already.
    if (leads()) s.hungry = s.batch != NONE && others_are_hungry(run);
    sync_block();
}

// Redexes that had found no room in the bag come back.
DEV void take_over(Worker& w) {
    Shared& s = *w.block;
    u32 had = s.over, n = had < TPB ? had : TPB;
    Redex it;
    if (thread() < n) it = w.over[had - n + thread()];
    sync_block();
    if (leads()) s.over = had - n;
    sync_block();
    if (thread() < n) push(w, it.pos, it.neg);
    sync_block();
}

// How many free nodes of a size are in a batch: of all that a heap may have, the batches that there are can hold all.
DEV u32 batch_of(u32 size) { return size ? FREE_LARGE / 2 : NODE_BATCH; }

// Free nodes that threads keep by themselves become the block's, as far as there is room.
DEV void gather(Worker& w, u32 size) {
    u32* own = &w.block->own[size][thread()];
    if (*own) {
        u32* count = (u32*)&w.block->lists[size].count;
        u32 at = add_shared(count, 1);
        if (at < room_of(size)) {
            free_of(w, size)[at] = *own;
            *own = (u32)take(&w.heap[*own]);
        } else {
            sub_shared(count, 1);
        }
    }
    sync_block();
}

// Free nodes of a size: a batch for others where there are many, one of others' where there are few, or where memory is short
// for what is to be done here. Was there one?
DEV bool share_nodes(Worker& w, u32 size) {
    Shared& s = *w.block;
    u32 there = (u32)s.lists[size].count, room = room_of(size), n = batch_of(size);
    bool gives = there > room - n, takes = there < n || (s.starved && there + 2 * n <= room);
    if (thread() < DEPOTS) {
        Depot* depot = gives || takes ? depot_with(s.launch.depots, takes, size) : 0;
        if (leads()) s.batch = !depot ? NONE : gives ? take_spare(depot) : take_full(depot, size);
    }
    sync_block();
    u32 id = s.batch;
    if (id != NONE) {
        u32* batch = &s.launch.nodes[id * NODE_BATCH];
        u32* list = gives ? free_of(w, size) + there - n : free_of(w, size) + there;
        for (u32 at = thread(); at < n; at += TPB) {
            if (gives) store_relaxed(&batch[at], list[at]);
            else list[at] = load_relaxed(&batch[at]);
        }
        sync_block();
        if (leads()) {
            s.lists[size].count = (i32)(gives ? there - n : there + n);
            Depot* home = home_of(s.launch.depots, id);
            if (gives) put_full(home, size, id);
            else put_spare(home, id);
        }
    }
    sync_block();
    return id != NONE;
}

// Fresh words, as many as one reduction has wanted at least. What is left of the old ones becomes free nodes.
DEV void get_fresh(Worker& w) {
    Shared& s = *w.block;
    u32 there = (u32)s.lists[0].count, from = s.fresh, left = (s.fresh_end - from) / 2;
    u32 pairs = left < FREE - there ? left : FREE - there;
    for (u32 at = thread(); at < left; at += TPB) {
        if (at < pairs) s.free[there + at] = from + 2 * at;
        else keep(w, 0, from + 2 * at);
    }
    sync_block();
    if (leads()) {
        u32 words = s.wanted > s.launch.chunk ? s.wanted : s.launch.chunk;
        u64 at = add_relaxed(&s.launch.run->fresh, words), limit = s.launch.words;
        s.lists[0].count = (i32)(there + pairs);
        s.dry = at + words > limit;
        s.fresh = (u32)(at < limit ? at : limit);
        s.fresh_end = (u32)(at + words < limit ? at + words : limit);
        s.wanted = 0;
    }
    sync_block();
}

// Has it enough that some may be given to others?
DEV bool can_give(const Shared& s, u32 all) { return s.over >= BATCH || all >= SHARED_AT_LEAST; }

// Is there something to do here?
DEV bool wants_service(const Shared& s, u32 all) {
    if (can_give(s, all) && others_are_hungry(s.launch.run)) return true;
    bool is_low = !s.dry && (fresh_left(s) < few_words(s) || s.wanted > fresh_left(s));
    bool is_full = s.spilled;
    for (u32 size = 0; size < s.launch.sizes; ++size) is_full |= (u32)s.lists[size].count > room_of(size) - batch_of(size);
    return all < TPB / 2 || has_too_many(s) || is_low || is_full || s.starved > 0 || s.tick % LOOK == 0;
}

DEV_NOINLINE void serve(Worker& w) {
    Shared& s = *w.block;
    report(w);
    if (s.stop) return;
    u32 all = redexes_of(s), over = s.over;
    // Are there more that have none than batches for them? As the leader sees it: all must agree.
    if (leads()) s.hungry = others_are_hungry(s.launch.run);
    sync_block();
    bool hungry = s.hungry;
    if (all < TPB && over) take_over(w);
    else if (has_too_many(s) || (hungry && can_give(s, all))) {
        give_away(w);
        for (u32 times = 1; times < GIVEN_AT_ONCE && s.hungry && s.over >= BATCH; ++times) give_away(w);
    }
    else if (!all) fetch(w);
    if (leads()) s.spilled = 0;
    for (u32 size = 0; size < s.launch.sizes; ++size) {
        for (u32 times = 0; times < SHARED_AT_ONCE; ++times) {
            gather(w, size);
            if (!share_nodes(w, size)) break;
        }
    }
    if (!s.dry && (fresh_left(s) < few_words(s) || s.wanted > fresh_left(s))) get_fresh(w);
    if (leads()) choose_redexes(s);
    sync_block();
}

// Nodes that were freed are free from here on.
DEV void pour(Worker& w) {
    Shared& s = *w.block;
    if (thread() < s.launch.sizes) settle(s.lists[thread()]);
    sync_block();
    for (u32 size = 0; size < s.launch.sizes; ++size) {
        u32 there = (u32)s.lists[size].count, freed = s.lists[size].freed, room = room_of(size) - there;
        u32 n = freed < room ? freed : room;
        u32 *from = (size ? s.freed_large[size] : s.freed) + freed - n, *to = free_of(w, size) + there;
        for (u32 at = thread(); at < n; at += TPB) to[at] = from[at];
    }
    sync_block();
    if (thread() < s.launch.sizes) {
        FreeList& list = s.lists[thread()];
        u32 room = room_of(thread()) - (u32)list.count, n = list.freed < room ? list.freed : room;
        list.count += (i32)n;
        list.freed -= n;
    }
}
