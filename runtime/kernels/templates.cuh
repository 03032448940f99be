// Copies of templates: `runtime/src/instantiate.rs` and `runtime/src/call.rs`.
#pragma once
#include "link.cuh"

#ifdef COMPILED
// In `direct.cuh`. False: it is not done.
DEV_NOINLINE bool call_applied_function(Worker& w, Word app, Word reference);
DEV_NOINLINE bool call_constant_function(Worker& w, Word place, Word reference);
#endif

// What the words of a template are shifted by: arguments, what waits for the result, and nodes.
struct Placed {
    Word args[PLACES];
    Word result;
    // The nodes of two words stand in a list of the block's, or are in a row from `pairs_from`.
    const u32* pairs;
    u32 pairs_from, pair_count;
    // The larger ones, or where they begin.
    u32 large[LISTED];
    u32 large_from;
};

DEV u32 pair_at(const Placed& placed, u32 at) { return placed.pairs ? placed.pairs[at] : placed.pairs_from + 2 * at; }

DEV u32 large_at(const Worker& w, const Placed& placed, const Body& body, u32 at) {
    if (body.larges <= LISTED) return placed.large[at];
    return placed.large_from + w.block->launch.larges[body.large + at].offset;
}

// Nodes for a copy of a body.
DEV void place(Worker& w, const Body& body, Placed& placed) {
    placed.pair_count = body.pairs;
    placed.pairs = body.pairs ? take_free(w, 0, body.pairs) : 0;
    if (body.pairs && !placed.pairs) placed.pairs_from = alloc_fresh(w, 2 * body.pairs);
    if (!body.larges) return;
    if (body.larges > LISTED) {
        placed.large_from = alloc_fresh(w, body.large_words);
        return;
    }
    for (u32 at = 0; at < body.larges; ++at) placed.large[at] = alloc(w, w.block->launch.larges[body.large + at].words);
}

// A word of a copy. Those of a body stand in a row.
DEV Word shift(const Worker& w, const Placed& placed, const Body& body, u32 slot) {
    Slot it = w.block->launch.slots[slot];
    if (it.by == 0) return it.word;
    if (it.by < RESULT) return placed.args[it.by - 1];
    if (it.by == RESULT) return placed.result;
    u32 node = it.by - NODES;
    u32 at = node < body.pairs ? pair_at(placed, node) : large_at(w, placed, body, node - body.pairs);
    return it.word + ((u64)at << LOC_AT);
}

// `* ~ t`: at once where nothing is left of it, else later.
DEV_NOINLINE void erase(Worker& w, Word term) {
    if (!is_var(term) && is_leaf(tag(term))) count(w, RULE_VOID);
    else link(w, term, ERA);
}

// The nodes of a body, then its redexes.
DEV_NOINLINE void copy(Worker& w, const Body& body, Placed& placed) {
    const Launch& launch = w.block->launch;
    place(w, body, placed);
    for (u32 at = 0; at < body.pairs; ++at) {
        Word first = shift(w, placed, body, body.slots + 2 * at), second = shift(w, placed, body, body.slots + 2 * at + 1);
        fill(w, pair_at(placed, at), first, second);
    }
    for (u32 at = 0; at < body.larges; ++at) {
        Large large = launch.larges[body.large + at];
        u32 node = large_at(w, placed, body, at);
        for (u32 slot = 0; slot < large.words; ++slot) init(&w.heap[node + slot], shift(w, placed, body, large.slots + slot));
    }
    for (u32 at = 0; at < body.redexes; ++at) {
        Word a = shift(w, placed, body, body.redex + 2 * at), b = shift(w, placed, body, body.redex + 2 * at + 1);
        link(w, a, b);
    }
    for (u32 at = 0; at < body.drops; ++at) erase(w, placed.args[launch.indices[body.dropped + at]]);
}

// Makes a copy of a body for `place`: what waits for its result.
DEV_NOINLINE void enter(Worker& w, const Body& body, Placed& placed, Word place) {
    if (body.root == NONE) {
        placed.result = known(w, place);
        return copy(w, body, placed);
    }
    copy(w, body, placed);
    Word root = shift(w, placed, body, body.root);
    if (is_var(place)) give(w, root, place);
    else link(w, root, place);
}

DEV const Body& whole(Worker& w, Word reference) {
    const Launch& launch = w.block->launch;
    return launch.bodies[launch.indices[launch.templates[loc(reference)].which]];
}

// `@f ~ t`  =>  `root ~ t` and the redexes of a fresh copy of `f`'s definition.
DEV_NOINLINE void call(Worker& w, Word node, Word reference) {
#ifdef COMPILED
    if (call_constant_function(w, node, reference)) return;
#endif
    count(w, RULE_CALL);
    Placed placed;
    enter(w, whole(w, reference), placed, node);
}

// What is known of the arguments of a call: a number for `which`. A number on which there is a switch is replaced by its
// predecessor.
DEV u32 look_at_arguments(Worker& w, const Template& it, Placed& placed, u32 count) {
    u32 numbers = 0, first = 0;
    for (u32 at = 0; at < count; ++at) numbers |= (u32)(!is_var(placed.args[at]) && tag(placed.args[at]) == TAG_NUM) << at;
    if (it.switches && numbers & 1) {
        u32 n = raw(as_number(placed.args[0]), w.in);
        first = n == 0 ? 1 : 2;
        if (n) placed.args[0] = as_word(number_u(n - 1, w.in));
    }
    bool all = (it.duplicated & ~numbers & ((1u << count) - 1)) == 0;
    return (all ? 1 : 0) + 2 * first;
}

// `@f ~ -(+x -(+y -ret))`, where `f` is `λa λb body`  =>  `body[a := x, b := y] ~ ret`
//
// What follows the call for certain is done at once, and counted: beta reductions, as many as `f` has lambdas and as the
// result's place holds applications; copies of numbers; a switch on the first argument.
DEV_NOINLINE void call_applied(Worker& w, Word app, Word reference) {
    const Launch& launch = w.block->launch;
    const Template& it = launch.templates[loc(reference)];
    // A circle of references turns as long as the run has interactions left.
    if (it.forwards != NONE) {
        count(w, RULE_CALL);
        return push(w, word(TAG_REF, 0, it.forwards), app);
    }
#ifdef COMPILED
    if (call_applied_function(w, app, reference)) return;
#endif
    if (it.arity == 0) return call(w, app, reference);
    count(w, RULE_CALL);
    Placed placed;
    u32 given = 0;
    for (;;) {
        placed.args[given++] = known(w, take(&w.heap[loc(app)]));
        if (given == it.arity) break;
        // What the cell holds was left by its other party: this is the second meeting.
        Word next = peek(w, loc(app) + 1);
        if (is_var(next) || tag(next) != TAG_APP) break;
        release(w, loc(app), 2);
        app = next;
    }
    u32 is_known = it.duplicated || it.switches ? look_at_arguments(w, it, placed, given) : 0;
    const Body& body = launch.bodies[launch.indices[it.which + 6 * given + is_known]];
    count(w, RULE_APP_LAM, given);
    if (body.copies) count(w, RULE_COPY, body.copies);
    if (body.switches) count(w, RULE_SWITCH, body.switches), count(w, RULE_SPLIT_PAIR, body.switches);
    if (body.erased) count(w, RULE_ERASE, body.erased);
    if (body.voids) count(w, RULE_VOID, body.voids);
    enter(w, body, placed, port(TAG_APP, loc(app), 1));
}
