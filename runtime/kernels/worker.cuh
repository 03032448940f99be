// What the threads of a block have: a bag by class of rule, free nodes by size, and words that nobody has used.
//
// A block works in ticks. In a tick each thread takes one redex and reduces it; what the block shares is *taken from* or
// *added to* in a tick, never both, so that an atomic count is all it needs:
//
//     bag     taken from before the tick's reductions, added to by them
//     free    taken from                              freed   added to; poured into `free` after the tick
#pragma once
#include "numbers.cuh"

// Redexes by what their rules need, so that the lanes of a warp do alike things.
enum Class {
    COLLECT,    // `*` meets something: nodes are freed
    ANNIHILATE, // nothing grows
    COMMUTE,    // two nodes become four
    CALL,       // a template is copied
    ACT,        // a rule of the book
    CLASSES
};

const u32 BAG = 2 * TPB;       // redexes of a class
const u32 FREE = 8 * TPB;      // free nodes of two words
const u32 FREED = 4 * TPB;     // those that a tick frees
const u32 FREE_LARGE = TPB;    // of each larger size, either
const u32 SIZES = MAX_ARITY / 2;
// Ticks between two looks at limits, and at others where none is hungry; redexes of which some are given to others.
const u32 LOOK = 8;
const u32 SHARED_AT_LEAST = 64;
// Batches of free nodes of a size that are given or taken at once, at most; batches of redexes that are given.
const u32 SHARED_AT_ONCE = 4;
const u32 GIVEN_AT_ONCE = 8;
// Reductions of a thread in a tick where there are few redexes. Else one: lanes of a warp do alike things.
const u32 STEPS = 16;
// Ticks without a reduction after which there is no memory for any.
const u32 STARVING = 256;
#ifdef COMPILED
// Calls of functions in one reduction, at most; how many may be in each other is NESTED, which the host defines.
const u32 CALLS = 64;
// What a call may have beyond its need, for those that follow from it, at most.
const u32 MORE_WORDS = 256;
const u32 MORE_REDEXES = 32;
#endif

// How many free nodes of a size there are. Less than none: a reduction of this tick has asked for more than there were, and
// `left` are there.
struct FreeList {
    i32 count;
    u32 left, freed;
};

// In the block's shared memory, and kept in global memory between turns.
struct Shared {
    Redex bag[CLASSES][BAG];
    u32 count[CLASSES], take[CLASSES];
    // Redexes that found no room there are in global memory: `Worker::over`.
    u32 over;
    FreeList lists[SIZES];
    u32 free[FREE], freed[FREED];
    u32 free_large[SIZES][FREE_LARGE], freed_large[SIZES][FREE_LARGE];
    // Nodes that found no room there, by thread: lists through their words 0.
    u32 own[SIZES][TPB];
    // Words that nobody has used.
    u32 fresh, fresh_end;
    // What the reductions of this tick may need: words, and room for redexes; and what there is of either. The most words that
    // one did not get.
    u32 promised, over_promised, room, over_room, wanted;
    // There are no fresh words any more.
    u32 dry;
    // Reductions of this tick; ticks without any, since the last one, which may have been in an earlier turn.
    u32 reduced, starved;
    // Since the last look at others: threads keep nodes by themselves.
    u32 spilled;
    u32 tick, idle;
    // What the leader has decided.
    u32 serve, stop, batch, hungry, steps;
#ifdef COMPILED
    // For the calls of this tick: see `direct.cuh`.
    u32 deepest, calls, more_words, more_redexes;
#endif
    u32 counts[RULES], done;
    u64 until;
    Launch launch;
};

static_assert(sizeof(Shared) <= STATE_BYTES, "the host makes room for it");

// What a thread has.
struct Worker {
    Shared* block;
    u64* heap;
    Redex* over;
    Arithmetic in;
    // Does it reduce what it makes itself, in the same tick? And what that is.
    bool goes_on;
    Redex next;
#ifdef COMPILED
    // What is left of what this reduction was promised, beyond what the functions that have begun may need.
    i32 words, redexes;
    // Functions in each other, and the most that may be; calls that may begin; interactions that functions have done.
    u32 depth, deepest, calls, fused;
#endif
};

DEV void count(Worker& w, u32 rule, u32 times = 1) { add_shared(&w.block->counts[rule], times); }

// Ends the run, for the first reason that there is. Was it this one?
DEV bool end(Worker& w, u32 why) { return cas_relaxed(&w.block->launch.run->ended, 0, why) == 0; }
