// The rules of numbers: `runtime/src/arithmetic.rs`.
#pragma once
#include "templates.cuh"

// The first fault is kept, for strict runs.
DEV void note(Worker& w, u32 fault) {
    if (fault) cas_relaxed(&w.block->launch.run->fault, 0, fault);
}

// What a number and an operand give. False: the CPU is asked, and `ret` will get its answer.
DEV_NOINLINE bool compute(Worker& w, Word num, Word rhs, Word ret, Word& result) {
    bool asks = false;
    Result found = operate(as_number(num), as_number(rhs), w.in, asks);
    if (asks) {
        // There is room for what a turn may ask: `serve` ends the turn before it is full.
        Run* run = w.block->launch.run;
        Question* question = &w.block->launch.questions[add_relaxed(&run->asked, 1)];
        store_relaxed(&question->num, num);
        store_relaxed(&question->rhs, rhs);
        store_relaxed(&question->ret, ret);
        return false;
    }
    note(w, found.fault);
    result = as_word(found.number);
    return true;
}

// `-$(+7 -ret) ~ +35`  =>  `ret ~ 42`; and if the right operand is not there yet,
// `-$(+rhs -ret) ~ +35`  =>  `$(35 ret) ~ rhs`, in place.
//
// An operator with LATE has a number in the slot that came by a wire: the exchange of operands is counted, and left out.
DEV_NOINLINE void opr_num(Worker& w, Word opr, Word num) {
    u64* slot = &w.heap[loc(opr)];
    Word rhs = known(w, take(slot));
    if (is_var(rhs) || tag(rhs) != TAG_NUM) {
        count(w, RULE_OPERATE);
        // The cell of the result keeps its place, so its other party may meet it meanwhile.
        init(slot, num);
        return link(w, rhs, word(TAG_OPR, 0, loc(opr)));
    }
    count(w, RULE_OPERATE, 1 + label(opr));
    Word ret = port(TAG_OPR, loc(opr), 1), result;
    if (compute(w, num, rhs, ret, result)) link(w, result, ret);
}

DEV_NOINLINE void opr_num_of_any_signature(Worker& w, Word opr, Word num) {
    count(w, RULE_OPERATE);
    // A number that arrived through a wire is not *in the slot*: it counts as not there yet.
    bool literal = !is_cell(tag(opr), 0) && label(opr) != LATE;
    Word rhs, ret, result;
    ports(w, tag(opr), loc(opr), rhs, ret);
    if (literal && !is_var(rhs) && tag(rhs) == TAG_NUM) {
        if (compute(w, num, rhs, ret, result)) link(w, result, ret);
        return;
    }
    u32 waiting = new_node(w, num, ret);
    link(w, rhs, word(node_tag(KIND_OPR, 1, 0), 0, waiting));
}

DEV void operate(Worker& w, Word opr, Word num) {
    if (tag(opr) == TAG_OPR) opr_num(w, opr, num);
    else opr_num_of_any_signature(w, opr, num);
}

// `-?(+arms -ret) ~ +0`  =>  `arms ~ (ret *)`, and `-?(+arms -ret) ~ +n`  =>  `arms ~ (* (n-1 ret))`
//
// Where `arms` is a pair in place, the annihilation that follows is done at once, and counted.
DEV_NOINLINE void swi_num(Worker& w, Word swi, Word num) {
    count(w, RULE_SWITCH);
    u32 n = raw(as_number(num), w.in);
    Word arms = take(&w.heap[loc(swi)]), zero, succ;
    bool at_hand = !is_var(arms) && tag(arms) == TAG_PAIR;
    if (at_hand) {
        count(w, RULE_SPLIT_PAIR);
        ports(w, TAG_PAIR, loc(arms), zero, succ);
    }
    if (n == 0) {
        Word ret = port(TAG_SWI, loc(swi), 1);
        if (at_hand) {
            erase(w, succ);
            return give(w, zero, ret);
        }
        u32 split = new_node(w, EMPTY, ERA);
        link(w, port(TAG_SPLIT, split, 0), ret);
        return link(w, arms, word(TAG_SPLIT, 0, split));
    }
    // The switch becomes the application of the second arm, in place: -(+n-1 -ret).
    init(&w.heap[loc(swi)], as_word(number_u(n - 1, w.in)));
    Word app = word(TAG_APP, 0, loc(swi));
    if (at_hand) {
        erase(w, zero);
        return link(w, succ, app);
    }
    u32 split = new_node(w, ERA, app);
    link(w, arms, word(TAG_SPLIT, 0, split));
}

DEV_NOINLINE void swi_num_of_any_signature(Worker& w, Word swi, Word num) {
    count(w, RULE_SWITCH);
    u32 n = raw(as_number(num), w.in), split;
    Word arms, out;
    ports(w, tag(swi), loc(swi), arms, out);
    if (n == 0) {
        split = new_node(w, EMPTY, ERA);
        link(w, port(TAG_SPLIT, split, 0), out);
    } else {
        u32 app = new_node(w, as_word(number_u(n - 1, w.in)), EMPTY);
        split = new_node(w, ERA, word(TAG_APP, 0, app));
        link(w, port(TAG_APP, app, 1), out);
    }
    link(w, arms, word(TAG_SPLIT, 0, split));
}

DEV void choose(Worker& w, Word swi, Word num) {
    if (tag(swi) == TAG_SWI) swi_num(w, swi, num);
    else swi_num_of_any_signature(w, swi, num);
}
