// The rules: `runtime/src/rules.rs`. Each reads the ports of both agents, builds fresh nodes, and then links: in this
// order, because the first meeting publishes the fresh nodes and gives up the old ones.
#pragma once
#include "agents.cuh"
#include "operators.cuh"

// `* ~ (x y)`  =>  `* ~ x`, `* ~ y`. So for numbers, and for references without duplications.
DEV void leaf(Worker& w, Word node, Word term) {
    count(w, tag(term) == TAG_ERA ? RULE_ERASE : RULE_COPY);
    Word x, y;
    ports(w, tag(node), loc(node), x, y);
    link(w, term, x);
    link(w, term, y);
}

// `* ~ +(-var +bod)`  =>  `* ~ var`, `* ~ bod`
DEV void era_lam(Worker& w, Word lam) {
    count(w, RULE_ERASE);
    Word var, bod;
    ports(w, TAG_LAM, loc(lam), var, bod);
    link(w, ERA, var);
    link(w, bod, ERA);
}

// `-(+arg -ret) ~ +(-var +bod)`  =>  `var ~ arg`, `ret ~ bod`
DEV void app_lam(Worker& w, Word app, Word lam) {
    count(w, RULE_APP_LAM);
    Word arg, ret, var, bod;
    ports(w, TAG_APP, loc(app), arg, ret);
    ports(w, TAG_LAM, loc(lam), var, bod);
    link(w, arg, var);
    give(w, bod, ret);
}

// `-(-x -y) ~ +(+fst +snd)`  =>  `x ~ fst`, `y ~ snd`; so `-&L{-x -y} ~ +&L{+fst +snd}`
DEV void split(Worker& w, u32 rule, Word taker, Word pair) {
    count(w, rule);
    Word x, y, fst, snd;
    ports(w, tag(taker), loc(taker), x, y);
    ports(w, tag(pair), loc(pair), fst, snd);
    link(w, fst, x);
    link(w, snd, y);
}

// `-&L{-x -y} ~ +(+fst +snd)`  =>  `x ~ (1 3)`, `y ~ (2 4)`, `fst ~ &L{1 2}`, `snd ~ &L{3 4}`; so for a SUP of another label
DEV void copy_pair(Worker& w, u32 rule, Word dup, Word pair) {
    count(w, rule);
    Word x, y, fst, snd;
    ports(w, TAG_DUP, loc(dup), x, y);
    ports(w, tag(pair), loc(pair), fst, snd);
    u32 left = new_node(w, EMPTY, EMPTY), right = new_node(w, EMPTY, EMPTY);
    u32 one = new_node(w, port(TAG_DUP, left, 0), port(TAG_DUP, right, 0));
    u32 two = new_node(w, port(TAG_DUP, left, 1), port(TAG_DUP, right, 1));
    link(w, word(tag(pair), label(pair), one), x);
    link(w, word(tag(pair), label(pair), two), y);
    link(w, fst, word(TAG_DUP, label(dup), left));
    link(w, snd, word(TAG_DUP, label(dup), right));
}

// `-&L{-x -y} ~ +(-var +bod)`  =>  `x ~ (1 3)`, `y ~ (2 4)`, `var ~ &L{1 2}`, `bod ~ &L{3 4}`
DEV void dup_lam(Worker& w, Word dup, Word lam) {
    count(w, RULE_DUP_LAM);
    Word x, y, var, bod;
    ports(w, TAG_DUP, loc(dup), x, y);
    ports(w, TAG_LAM, loc(lam), var, bod);
    u32 bodies = new_node(w, EMPTY, EMPTY);
    u32 one = new_node(w, EMPTY, port(TAG_DUP, bodies, 0)), two = new_node(w, EMPTY, port(TAG_DUP, bodies, 1));
    u32 vars = new_node(w, port(TAG_LAM, one, 0), port(TAG_LAM, two, 0));
    link(w, word(TAG_LAM, 0, one), x);
    link(w, word(TAG_LAM, 0, two), y);
    link(w, word(TAG_SUP, label(dup), vars), var);
    link(w, bod, word(TAG_DUP, label(dup), bodies));
}

// Equal agents of any signature annihilate: `(a b) ~ (c d)`  =>  `a ~ c`, `b ~ d`
DEV_NOINLINE void annihilate(Worker& w, Word a, Word b) {
    count(w, RULE_ANNIHILATE);
    Word a0, a1, b0, b1;
    ports(w, tag(a), loc(a), a0, a1);
    ports(w, tag(b), loc(b), b0, b1);
    link(w, a0, b0);
    link(w, a1, b1);
}

// Different agents of any signature commute: `(a b) ~ {c d}`  =>  `a ~ {1 2}`, `b ~ {3 4}`, `c ~ (1 3)`, `d ~ (2 4)`
//
// Which end of each fresh wire becomes the cell follows the signs that the copies would have; any choice is right.
DEV_NOINLINE void commute(Worker& w, Word a, Word b) {
    count(w, RULE_COMMUTE);
    u32 ta = tag(a), tb = tag(b);
    Word of_a[2], of_b[2];
    ports(w, ta, loc(a), of_a[0], of_a[1]);
    ports(w, tb, loc(b), of_b[0], of_b[1]);
    // `for_b[i]` is the copy of `a` that `b`'s port i gets, `for_a[j]` the copy of `b` that `a`'s port j gets.
    u32 for_b[2] = {alloc(w, 2), alloc(w, 2)}, for_a[2] = {alloc(w, 2), alloc(w, 2)};
    u32 tags_b[2], tags_a[2], negative[2][2];
    for (u32 i = 0; i < 2; ++i)
        for (u32 j = 0; j < 2; ++j) negative[i][j] = is_cell(ta, j) ^ is_cell(tb, i) ^ is_negative(tb);
    for (u32 i = 0; i < 2; ++i) {
        tags_b[i] = node_tag(kind_of(ta), 1 - is_cell(tb, i), negative[i][0] | negative[i][1] << 1);
        tags_a[i] = node_tag(kind_of(tb), 1 - is_cell(ta, i), (1 - negative[0][i]) | (1 - negative[1][i]) << 1);
    }
    for (u32 i = 0; i < 2; ++i)
        for (u32 j = 0; j < 2; ++j) {
            bool in_b = negative[i][j];
            init(&w.heap[for_b[i] + j], in_b ? EMPTY : port(tags_a[j], for_a[j], i));
            init(&w.heap[for_a[j] + i], in_b ? port(tags_b[i], for_b[i], j) : EMPTY);
        }
    // The operands of copied operators come by wires.
    u32 label_a = kind_of(ta) == KIND_OPR ? LATE : label(a), label_b = kind_of(tb) == KIND_OPR ? LATE : label(b);
    for (u32 i = 0; i < 2; ++i) link(w, word(tags_b[i], label_a, for_b[i]), of_b[i]);
    for (u32 j = 0; j < 2; ++j) link(w, word(tags_a[j], label_b, for_a[j]), of_a[j]);
}

DEV_NOINLINE void node_leaf(Worker& w, Word node, Word term) {
    if (tag(term) == TAG_REF) {
        if (tag(node) == TAG_APP) return call_applied(w, node, term);
        if (kind_of(tag(node)) == KIND_DUP && w.block->launch.templates[loc(term)].copyable) return leaf(w, node, term);
        return call(w, node, term);
    }
    if (tag(term) == TAG_NUM && kind_of(tag(node)) == KIND_OPR) return operate(w, node, term);
    if (tag(term) == TAG_NUM && kind_of(tag(node)) == KIND_SWI) return choose(w, node, term);
    leaf(w, node, term);
}

DEV_NOINLINE void node_node(Worker& w, Word a, Word b) {
    u32 ta = tag(a), tb = tag(b);
    // A polarized pair the other way round.
    if (is_negative(ta) > is_negative(tb)) {
        Word c = a; a = b; b = c;
        u32 t = ta; ta = tb; tb = t;
    }
    if (tb == TAG_APP && ta == TAG_LAM) return app_lam(w, b, a);
    if (tb == TAG_SPLIT && ta == TAG_PAIR) return split(w, RULE_SPLIT_PAIR, b, a);
    if (tb == TAG_DUP && ta == TAG_LAM) return dup_lam(w, b, a);
    if (tb == TAG_DUP && ta == TAG_PAIR) return copy_pair(w, RULE_DUP_PAIR, b, a);
    if (tb == TAG_DUP && ta == TAG_SUP)
        return label(a) == label(b) ? split(w, RULE_DUP_SUP, b, a) : copy_pair(w, RULE_COMMUTE, b, a);
    bool alike = kind_of(ta) == kind_of(tb) && (kind_of(ta) != KIND_DUP || label(a) == label(b));
    if (alike) annihilate(w, a, b);
    else commute(w, a, b);
}

// Reduces a redex of any signature, in any order.
DEV void interact(Worker& w, Redex redex) {
    Word a = redex.pos, b = redex.neg;
    // The CPU has computed what a rule asked for: the first is the result, the second waits for it.
    if (is_var(a) || is_var(b)) return link(w, a, b);
    if (is_agent(tag(a)) || is_agent(tag(b))) return interact_agent(w, a, b);
    bool node_a = is_node(tag(a)), node_b = is_node(tag(b));
    if (!node_a && !node_b) return count(w, RULE_VOID);
    if (node_a && node_b) return node_node(w, a, b);
    Word node = node_a ? a : b, term = node_a ? b : a;
    if (tag(node) == TAG_LAM && tag(term) == TAG_ERA) return era_lam(w, node);
    node_leaf(w, node, term);
}
