// The linker: `runtime/src/link.rs` and `runtime/src/cell.rs`, in the same words and orders. `runtime/LINKER.md` argues
// why it is right.
#pragma once
#include "bag.cuh"

// The addition with which a party leaves its end: it publishes what the party has written until then.
DEV u64 add_leave(u64* cell, Word mine) {
#ifdef WEAKEN_LEAVE // a test wants to see the race that there would be
    return add_relaxed(cell, mine);
#else
    return add_acq_rel(cell, mine);
#endif
}

// One of a cell's two parties meets it, bringing `mine`. EMPTY: it is the first, and the cell keeps `mine`. Else it is
// the second, got what the first brought, and the cell is dead.
DEV Word meet_cell(u64* cell, Word mine) {
    Word held = alive(load_acquire(cell));
    return held ? held : alive(add_leave(cell, mine));
}

DEV Word peek(Worker& w, u32 at) { return alive(load_acquire(&w.heap[at])); }

// Counts the death of one of `cells` cells of a node. True: it was the last one.
DEV bool die(u64* node, u32 cells) {
    if ((load_acquire(node) & DEATHS) + 1 == cells) return true;
    return (add_acq_rel(node, 1) & DEATHS) + 1 == cells;
}

// Both parties have met the cell of `v`: it is dead. The last death of a node's cells frees the node.
DEV_NOINLINE void retire(Worker& w, Word v) {
    if (var_is_simple(v)) return release(w, loc(v) & ~1u, 2);
    u32 node = var_node(v), cells = var_cells(v);
    if (cells == 1 || die(&w.heap[node], cells)) release(w, node, var_arity(v));
}

DEV Word meet(Worker& w, Word v, Word mine) {
    Word other = meet_cell(&w.heap[loc(v)], mine);
    if (other) retire(w, v);
    return other;
}

// Joins `a` and `b`. True if both ends are known then; else one of them was left in a cell, for the other party to find.
DEV_NOINLINE bool join(Worker& w, Word& a, Word& b) {
    while (is_var(b) || is_var(a)) {
        Word& v = is_var(b) ? b : a;
        v = meet(w, v, is_var(b) ? a : b);
        if (!v) return false;
    }
    return true;
}

// The same, and the bag keeps the redex. In polarized nets `a` is the positive end, and stays it.
DEV_NOINLINE void link(Worker& w, Word a, Word b) {
    if (join(w, a, b)) push(w, a, b);
}

// What `term` stands for, as far as it is known: a variable whose cell holds a term already is the second there.
DEV_NOINLINE Word known(Worker& w, Word term) {
    while (is_var(term)) {
        Word held = peek(w, loc(term));
        if (!held) break;
        retire(w, term);
        term = held;
    }
    return term;
}

// Joins a result with the place that waits for it. A result that is still to come is told where to go, not the place
// where to look: in a tail call the former's cell is the younger one, and chains would grow with every turn.
DEV_NOINLINE void give(Worker& w, Word result, Word place) {
    place = known(w, place);
    if (!is_var(result)) return link(w, result, place);
    // The cell of the result gets the place.
    if (join(w, place, result)) push(w, result, place);
}

// Consumes a node: what stands at its auxiliary ports. Of a term slot the term, of a cell the owner's right to meet it.
DEV_NOINLINE void ports(Worker& w, u32 of, u32 node, Word& first, Word& second) {
    first = is_cell(of, 0) ? port(of, node, 0) : take(&w.heap[node]);
    second = is_cell(of, 1) ? port(of, node, 1) : take(&w.heap[node + 1]);
    if (cells_of(of) == 0) release(w, node, 2);
}
