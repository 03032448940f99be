#define COMPILED
#define NESTED 8
#define NATIVE
#include "direct.cuh"

DEV_NOINLINE Word f1_2(Worker& w, Word p0, Word p1);
DEV_NOINLINE Word f2_2(Worker& w, Word p0, Word p1);

DEV_NOINLINE Word f1_2(Worker& w, Word p0, Word p1) {
    Word out;
    for (;;) {
        if (is_var(p0)) p0 = known(w, p0);
        if (!is_number(p0)) return later(w, 0x100000060ull, p0, p1);
        if (!begins(w, 4, 1, 6)) return later(w, 0x100000060ull, p0, p1);
        u32 u1 = tested(w, p0);
        if (u1 == 0) {
            out = p1;
        } else {
            Word r0 = predecessor(w, u1);
            out = f2_2(w, r0, p1);
        }
        break;
    }
    ends(w, 4, 1);
    return out;
}

DEV_NOINLINE Word f2_2(Worker& w, Word p0, Word p1) {
    Word out;
    for (;;) {
        if (is_var(p0)) p0 = known(w, p0);
        if (!is_number(p0)) return later(w, 0x200000060ull, p0, p1);
        if (is_var(p1)) p1 = known(w, p1);
        if (!is_number(p1)) return later(w, 0x200000060ull, p0, p1);
        if (!begins(w, 12, 4, 24)) return later(w, 0x200000060ull, p0, p1);
        Word r0 = operate_literal(w, 7, 0x200000880ull, 0x20000e880ull, p1);
        Word r1 = operate_literal(w, 4, 0x880ull, 0x8880ull, r0);
        Word r2;
        u32 u2 = tested(w, p0);
        if (u2 == 0) {
            r2 = r1;
        } else {
            Word r8 = predecessor(w, u2);
            r2 = f2_2(w, r8, r1);
        }
        Word r3 = operate_literal(w, 7, 0x200000880ull, 0x20000e880ull, p1);
        Word r4 = operate_literal(w, 4, 0x100000880ull, 0x100008880ull, r3);
        Word r5;
        u32 u5 = tested(w, p0);
        if (u5 == 0) {
            r5 = r4;
        } else {
            Word r11 = predecessor(w, u5);
            r5 = f2_2(w, r11, r4);
        }
        Word r6;
        {
            Word slots[2] = {0x400008080ull, EMPTY};
            core_meets(w, 54, 0, r5, slots, 1);
            r6 = slots[1];
        }
        Word r7;
        {
            Word slots[2] = {r6, EMPTY};
            core_meets(w, 54, 1, r2, slots, 2);
            r7 = slots[1];
        }
        out = r7;
        break;
    }
    ends(w, 12, 4);
    return out;
}

DEV u32 functions_of(u32 def) {
    switch (def) {
        case 1: return 0x4;
        case 2: return 0x4;
    }
    return 0;
}

DEV_NOINLINE bool may_begin(u32 def, u32 count, const Word* args) {
    switch (def << 4 | count) {
        case 18: return is_number(args[0]);
        case 34: return is_number(args[0]) && is_number(args[1]);
    }
    return true;
}

DEV_NOINLINE Word call_function(Worker& w, u32 def, u32 count, const Word* args) {
    switch (def << 4 | count) {
        case 18: return f1_2(w, args[0], args[1]);
        case 34: return f2_2(w, args[0], args[1]);
    }
    return EMPTY;
}

DEV_NOINLINE bool act_function(Worker& w, Word actor, Word v) {
    switch (label(actor)) {
    }
    return false;
}

#include "reduce.cu"
