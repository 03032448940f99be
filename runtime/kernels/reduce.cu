// The reducer: a turn of a run. The bag of each block is in its shared memory; what it does not get done in this turn it
// goes on with in the next one.
#include "rules.cuh"
#include "serve.cuh"

// What a reduction may need, at most.
DEV Need need_of(const Worker& w, u32 of, Redex redex) {
    const Launch& launch = w.block->launch;
    u32 one = tag(redex.pos), two = tag(redex.neg);
    if (of == CALL) return launch.templates[loc(one == TAG_REF ? redex.pos : redex.neg)].need;
    if (is_agent(one) || is_agent(two)) {
        // The actor's rules, or those of any agent.
        bool second = two == TAG_ACTOR || !is_agent(one);
        return launch.agents[label(second ? redex.neg : redex.pos)].need;
    }
    return of == COMMUTE ? Need{8, 0, 4} : of == ANNIHILATE ? Need{4, 0, 4} : Need{0, 0, 2};
}

#ifdef COMPILED
// A call, or a rule, may have more, for the functions that follow from it; what is left of that is nobody's any more in this tick.
DEV Need with_more(const Worker& w, u32 of, Need need) {
    const Shared& s = *w.block;
    return of == CALL || of == ACT ? Need{need.words + s.more_words, need.larges, need.redexes + s.more_redexes} : need;
}

DEV void promise(Worker& w, Need need) {
    w.words = (i32)need.words, w.redexes = (i32)need.redexes;
    w.depth = w.fused = 0;
    w.deepest = w.block->deepest, w.calls = w.block->calls;
}
#endif

// Does the block have what a reduction may need?
DEV bool is_granted(Worker& w, Need need) {
    Shared& s = *w.block;
    u32 over = add_shared(&s.over_promised, need.redexes);
    if (over + need.redexes > s.over_room) return false;
    if (!need.words) return true;
    if (!s.dry) {
        bool has = add_shared(&s.promised, need.words) + need.words <= s.room;
        if (!has) max_shared(&s.wanted, need.words);
        return has;
    }
    // One at a time: nobody else changes these counts.
    if (add_shared(&s.promised, 1)) return false;
    bool pairs = s.lists[0].count >= (i32)(need.words / 2), larges = true;
    for (u32 size = 1; need.larges && size < s.launch.sizes; ++size) larges &= s.lists[size].count >= (i32)need.larges;
    return need.words <= fresh_left(s) || (pairs && larges);
}

// Reduces a redex, and some of those that this makes.
DEV void reduce_on(Worker& w, u32 of, Redex redex) {
    Shared& s = *w.block;
    u32 steps = s.steps;
    while (steps) {
        Need need = need_of(w, of, redex);
#ifdef COMPILED
        need = with_more(w, of, need);
        promise(w, need);
#endif
        if (!is_granted(w, need)) break;
        w.goes_on = --steps;
        w.next = Redex{EMPTY, EMPTY};
        interact(w, redex);
#ifdef COMPILED
        if (w.fused) count(w, RULE_FUSED, w.fused);
#endif
        add_shared(&s.reduced, 1);
        redex = w.next;
        if (!redex.pos) return;
        of = class_of(redex.pos, redex.neg);
    }
    push_to(w, of, redex);
}

KERNEL(reduce, const Launch* launch) {
    SHARED(Shared, s);
    // As the last turn has left it.
    u64* kept = launch->state + (u64)block() * (STATE_BYTES / 8);
    for (u32 at = thread(); at < sizeof(Shared) / 8; at += TPB) ((u64*)&s)[at] = take(&kept[at]);
    sync_block();
    if (leads()) {
        s.launch = *launch;
        s.idle = s.stop = s.tick = 0;
        s.until = now() + s.launch.nanoseconds;
    }
    sync_block();
    Worker w;
    w.block = &s;
    w.heap = s.launch.heap;
    w.over = (Redex*)s.launch.over + (u64)block() * (s.launch.over_room + TPB);
#ifndef NATIVE
    w.in.hvm24 = s.launch.hvm24;
#endif
    w.goes_on = false;

    for (;;) {
        if (leads()) {
            u32 all = redexes_of(s);
            ++s.tick;
            s.starved = all && !s.reduced ? s.starved + 1 : 0;
            s.serve = wants_service(s, all);
            if (!s.serve) choose_redexes(s);
        }
        sync_block();
        if (s.serve) serve(w);
        if (s.stop) break;

        // Each thread takes a redex; those of a class are neighbours.
        Redex redex = {EMPTY, EMPTY};
        u32 of = 0, at = thread();
        for (; of < CLASSES && at >= s.take[of]; ++of) at -= s.take[of];
        if (of < CLASSES) redex = s.bag[of][s.count[of] + at];
#ifndef WEAKEN_TAKING // a test wants to see the race that there would be
        sync_block();
#endif
        if (of < CLASSES) reduce_on(w, of, redex);
        w.goes_on = false;
        sync_block();
        pour(w);
        sync_block();
    }

    report(w);
    for (u32 at = thread(); at < sizeof(Shared) / 8; at += TPB) init(&kept[at], ((u64*)&s)[at]);
}
