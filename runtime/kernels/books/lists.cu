#define COMPILED
#define NESTED 8
#define NATIVE
#include "direct.cuh"

DEV_NOINLINE Word f1_1(Worker& w, Word p0);
DEV_NOINLINE Word a2(Worker& w, Word v);
DEV_NOINLINE Word a3(Worker& w, Word v, Word p0, Word* more);

DEV_NOINLINE Word f1_1(Worker& w, Word p0) {
    Word out;
    for (;;) {
        if (is_var(p0)) p0 = known(w, p0);
        if (!is_number(p0)) return later(w, 0x100000060ull, p0);
        if (!begins(w, 4, 1, 5)) return later(w, 0x100000060ull, p0);
        u32 u1 = tested(w, p0);
        if (u1 == 0) {
            out = 0xa0ull;
        } else {
            Word r0 = predecessor(w, u1);
            w.fused += 3;
            Word r3;
            r3 = f1_1(w, r0);
            u32 n0 = alloc(w, 2);
            init(&w.heap[n0 + 0], r0);
            init(&w.heap[n0 + 1], r3);
            out = word(TAG_VALUE, 1, n0);
        }
        break;
    }
    ends(w, 4, 1);
    return out;
}

DEV_NOINLINE i32 choice2(Worker& w, Word v) {
    if (is_var(v)) return -1;
    u32 fault = 0;
    if (tag(v) == TAG_VALUE && label(v) == 0) {
        return 0;
    }
    if (tag(v) == TAG_VALUE && label(v) == 1) {
        return 1;
    }
    return -1;
}

DEV_NOINLINE Word a2(Worker& w, Word v) {
    v = known(w, v);
    switch (choice2(w, v)) {
    case 0: {
        if (!begins(w, 0, 0, 1)) break;
        Word out = 0x880ull;
        ends(w, 0, 0);
        return out;
    }
    case 1: {
        if (!begins(w, 6, 3, 3)) break;
        Word v0 = take(&w.heap[loc(v) + 0]);
        Word v1 = take(&w.heap[loc(v) + 1]);
        release(w, loc(v), 2);
        Word r0 = a2(w, v1);
        Word r1 = operate_literal(w, 4, 0x100000880ull, 0x100008880ull, r0);
        erase_value(w, v0);
        Word out = r1;
        ends(w, 6, 3);
        return out;
    }
    }
    u32 node = alloc(w, 2);
    init(&w.heap[node + 0], EMPTY);
    init(&w.heap[node + 1], EMPTY);
    meets(w, v, word(TAG_ACTOR, 2, node));
    return var(node, 0, 2, 1);
}

DEV_NOINLINE i32 choice3(Worker& w, Word v, Word p0) {
    if (is_var(v)) return -1;
    u32 fault = 0;
    if (tag(v) == TAG_VALUE && label(v) == 0) {
        return 0;
    }
    if (tag(v) == TAG_VALUE && label(v) == 1) {
        return 1;
    }
    return -1;
}

DEV_NOINLINE Word a3(Worker& w, Word v, Word p0, Word* more) {
    v = known(w, v);
    switch (choice3(w, v, p0)) {
    case 0: {
        if (!begins(w, 0, 0, 1)) break;
        more[0] = 0xa0ull;
        Word out = p0;
        ends(w, 0, 0);
        return out;
    }
    case 1: {
        if (!begins(w, 2, 0, 1)) break;
        Word v0 = take(&w.heap[loc(v) + 0]);
        Word v1 = take(&w.heap[loc(v) + 1]);
        release(w, loc(v), 2);
        u32 n0 = alloc(w, 2);
        init(&w.heap[n0 + 0], v0);
        init(&w.heap[n0 + 1], v1);
        more[0] = p0;
        Word out = word(TAG_VALUE, 1, n0);
        ends(w, 2, 0);
        return out;
    }
    }
    u32 node = alloc(w, 3);
    init(&w.heap[node + 0], p0);
    init(&w.heap[node + 1], EMPTY);
    init(&w.heap[node + 2], EMPTY);
    meets(w, v, word(TAG_ACTOR, 3, node));
    more[0] = var(node, 2, 3, 2);
    return var(node, 1, 3, 2);
}

DEV u32 functions_of(u32 def) {
    switch (def) {
        case 1: return 0x2;
    }
    return 0;
}

DEV_NOINLINE bool may_begin(u32 def, u32 count, const Word* args) {
    switch (def << 4 | count) {
        case 17: return is_number(args[0]);
    }
    return true;
}

DEV_NOINLINE Word call_function(Worker& w, u32 def, u32 count, const Word* args) {
    switch (def << 4 | count) {
        case 17: return f1_1(w, args[0]);
    }
    return EMPTY;
}

DEV_NOINLINE bool act_function(Worker& w, Word actor, Word v) {
    switch (label(actor)) {
    case 2: {
        if (choice2(w, v) < 0) return false;
        Word out = a2(w, v);
        give_value(w, out, var(loc(actor), 0, 2, 1));
        return true;
    }
    case 3: {
        Word p0 = take(&w.heap[loc(actor) + 0]);
        if (choice3(w, v, p0) < 0) return false;
        Word more[1];
        Word out = a3(w, v, p0, more);
        give_value(w, out, var(loc(actor), 1, 3, 2));
        give_value(w, more[0], var(loc(actor), 2, 3, 2));
        return true;
    }
    }
    return false;
}

#include "reduce.cu"
