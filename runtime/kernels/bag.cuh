// The redexes of a block.
#pragma once
#include "nodes.cuh"

// What a redex needs, and does. Signs may clash, so that either may be the negative one.
DEV Class class_of(Word a, Word b) {
    u32 one = tag(a), two = tag(b);
    if (is_agent(one) || is_agent(two)) {
        u32 other = is_agent(one) ? two : one;
        if (other == TAG_REF) return CALL;
        return is_agent(other) || other == TAG_NUM ? ACT : COMMUTE;
    }
    if (one == TAG_ERA || two == TAG_ERA) return COLLECT;
    if (one == TAG_REF || two == TAG_REF) return is_leaf(one) && is_leaf(two) ? COLLECT : CALL;
    if (one == TAG_NUM || two == TAG_NUM) return ANNIHILATE;
    bool alike = kind_of(one) == kind_of(two) && (kind_of(one) != KIND_DUP || label(a) == label(b));
    return alike ? ANNIHILATE : COMMUTE;
}

DEV void push_to(Worker& w, u32 of, Redex redex) {
    u32 at = add_shared(&w.block->count[of], 1);
    if (at < BAG) {
        w.block->bag[of][at] = redex;
        return;
    }
    sub_shared(&w.block->count[of], 1);
    w.over[add_shared(&w.block->over, 1)] = redex;
}

// Keeps a redex: the newest one for the thread itself, if it goes on with such.
DEV_NOINLINE void push(Worker& w, Word a, Word b) {
    Redex redex = {a, b};
#ifdef COMPILED
    --w.redexes;
#endif
    if (w.goes_on) {
        Redex older = w.next;
        w.next = redex;
        if (!older.pos) return;
        redex = older;
    }
    push_to(w, class_of(redex.pos, redex.neg), redex);
}
