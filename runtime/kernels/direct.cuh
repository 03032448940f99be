// What compiled definitions are made of: direct style, as `lower/` has it. `src/cuda/source.rs` writes the functions.
//
// A definition with arguments is a function of words; a wire is a variable; nodes are made where something has to wait. A
// function begins if its thread has promised for all that it may need, with those that it was called by; else its call becomes
// a redex. So it is bounded how deep functions are in each other, and no reduction fails in its middle.
#pragma once
#include "rules.cuh"

// Made from the book. The function of a definition with so many arguments; for which numbers of arguments there is one; can it
// begin with these?
DEV_NOINLINE Word call_function(Worker& w, u32 def, u32 count, const Word* args);
DEV u32 functions_of(u32 def);
DEV_NOINLINE bool may_begin(u32 def, u32 count, const Word* args);

// The most arguments of a function.
const u32 ARGUMENTS = 12;

DEV Word ref(u32 def) { return word(TAG_REF, 0, def); }
DEV bool is_number(Word value) { return !is_var(value) && tag(value) == TAG_NUM; }
DEV bool is_pair(Word value) { return !is_var(value) && tag(value) == TAG_PAIR; }
DEV bool is_unsigned(Word value) { return (u32)value == (u32)word(TAG_NUM, TYPE_U, 0); }
DEV bool is_integer(Word value) {
    return is_number(value) && (label(value) == TYPE_U || label(value) == TYPE_I);
}

// Begins a function that may need so many words, and make so many redexes, its calls not counted but for what they need to wait.
DEV bool begins(Worker& w, i32 words, i32 redexes, u32 count) {
    if (w.depth >= w.deepest || w.calls == 0 || w.words < words || w.redexes < redexes) return false;
    ++w.depth, --w.calls;
    w.words -= words, w.redexes -= redexes;
    w.fused += count;
    return true;
}

// What it has not used is there for others again.
DEV void ends(Worker& w, i32 words, i32 redexes) {
    --w.depth;
    w.words += words, w.redexes += redexes;
}

// `-(+a -(+b -result))`
DEV Word spine(Worker& w, Word& result, Word arg) {
    u32 node = new_node(w, arg, EMPTY);
    result = port(TAG_APP, node, 1);
    return word(TAG_APP, 0, node);
}
template <class... Rest> DEV Word spine(Worker& w, Word& result, Word arg, Rest... rest) {
    Word below = spine(w, result, rest...);
    return word(TAG_APP, 0, new_node(w, arg, below));
}

// A call becomes a redex. What will come of it.
DEV Word later(Worker&, Word reference) { return reference; }
template <class... Rest> DEV_NOINLINE Word later(Worker& w, Word reference, Word arg, Rest... rest) {
    Word result, first = spine(w, result, arg, rest...);
    push(w, reference, first);
    return result;
}

// The function that takes most of so many arguments, but one at least. 0: none.
DEV u32 most_of(u32 functions, u32 count) {
    u32 some = functions & ((2u << (count < ARGUMENTS ? count : ARGUMENTS)) - 1) & ~1u;
    u32 most = 0;
    for (; some; some &= some - 1) most = ffs(some) - 1;
    return most;
}

// A value is applied to arguments: what is known to be a function is called.
DEV_NOINLINE Word apply_all(Worker& w, Word value, u32 count, const Word* args) {
    while (count) {
        value = known(w, value);
        if (is_var(value)) break;
        if (tag(value) == TAG_LAM) {
            ++w.fused;
            Word var, body;
            ports(w, TAG_LAM, loc(value), var, body);
            link(w, *args, var);
            ++args, --count;
            value = body;
            continue;
        }
        u32 taken = tag(value) == TAG_REF ? most_of(functions_of(loc(value)), count) : 0;
        if (!taken) break;
        value = call_function(w, loc(value), taken, args);
        args += taken, count -= taken;
    }
    if (!count) return value;
    Word below = EMPTY, result = EMPTY;
    while (count--) {
        u32 node = new_node(w, args[count], below);
        if (!below) result = port(TAG_APP, node, 1);
        below = word(TAG_APP, 0, node);
    }
    link(w, value, below);
    return result;
}
template <class... Args> DEV Word apply_to(Worker& w, Word value, Args... args) {
    const Word all[] = {args...};
    return apply_all(w, value, sizeof...(args), all);
}

// What a value is once it is looked at: a definition without arguments is called.
DEV_NOINLINE Word looked_at(Worker& w, Word value) {
    value = known(w, value);
    bool is_called = !is_var(value) && tag(value) == TAG_REF && functions_of(loc(value)) & 1;
    return is_called ? known(w, call_function(w, loc(value), 0, 0)) : value;
}

// A negative node of the core meets a value.
DEV_NOINLINE void meets(Worker& w, Word value, Word node) { link(w, value, node); }

// The rules count what a block has counted for the fast way.
DEV_NOINLINE void split_slowly(Worker& w, Word value, Word& a, Word& b) {
    value = looked_at(w, value);
    if (is_pair(value)) return ports(w, TAG_PAIR, loc(value), a, b);
    a = b = value;
    if (is_number(value) || value == ERA) return;
    --w.fused;
    u32 node = new_node(w, EMPTY, EMPTY);
    a = port(TAG_SPLIT, node, 0), b = port(TAG_SPLIT, node, 1);
    meets(w, value, word(TAG_SPLIT, 0, node));
}

// `value ~ (a b)`
DEV void split_value(Worker& w, Word value, Word& a, Word& b) {
    if (is_pair(value)) ports(w, TAG_PAIR, loc(value), a, b);
    else split_slowly(w, value, a, b);
}

DEV_NOINLINE void copy_slowly(Worker& w, u32 label_, Word value, Word& a, Word& b) {
    value = known(w, value);
    a = b = value;
    if (!is_var(value)) {
        if (is_number(value) || value == ERA) return;
        if (tag(value) == TAG_REF && w.block->launch.templates[loc(value)].copyable) return;
        if (tag(value) == TAG_SUP && label(value) == label_) return ports(w, TAG_SUP, loc(value), a, b);
    }
    --w.fused;
    u32 node = new_node(w, EMPTY, EMPTY);
    a = port(TAG_DUP, node, 0), b = port(TAG_DUP, node, 1);
    meets(w, value, word(TAG_DUP, label_, node));
}

// `value ~ {a b}`
DEV void copy_value(Worker& w, u32 label, Word value, Word& a, Word& b) {
    a = b = value;
    if (!is_number(value)) copy_slowly(w, label, value, a, b);
}

// `* ~ value`
DEV_NOINLINE void erase_slowly(Worker& w, Word value) {
    --w.fused;
    erase(w, known(w, value));
}
DEV void erase_value(Worker& w, Word value) {
    if (is_var(value) || !is_leaf(tag(value))) erase_slowly(w, value);
}

// Two numbers meet. False: only the CPU computes that.
DEV bool compute_now(Worker& w, Word& x, Word y) {
    bool asks = false;
    Result found = operate(as_number(x), as_number(y), w.in, asks);
    if (asks) return false;
    note(w, found.fault);
    x = as_word(found.number);
    return true;
}

// `y ~ $([op x] result)`
DEV_NOINLINE Word operate_literal_slowly(Worker& w, Word partial, Word y) {
    y = looked_at(w, y);
    Word result = y;
    if (is_number(y) && compute_now(w, result, partial)) return result;
    --w.fused;
    u32 node = new_node(w, partial, EMPTY);
    result = port(TAG_OPR, node, 1);
    meets(w, y, word(TAG_OPR, 0, node));
    return result;
}

// `x ~ $([op] $(y result))`; `late`: `y` came by a wire. The second operand is looked at only if the first is a number: else
// nobody may need it.
DEV_NOINLINE Word operate_slowly(Worker& w, u32 op, Word x, Word y, u32 late) {
    x = looked_at(w, x);
    if (is_number(x)) y = looked_at(w, y);
    Word symbol = as_word(Number{op << 2, 0}), result = x;
    if (is_number(x) && is_number(y) && compute_now(w, result, symbol) && compute_now(w, result, y)) return result;
    w.fused -= 2 + late;
    u32 second = new_node(w, y, EMPTY);
    result = port(TAG_OPR, second, 1);
    u32 first = new_node(w, symbol, word(TAG_OPR, late ? LATE : 0, second));
    meets(w, x, word(TAG_OPR, 0, first));
    return result;
}

// Of unsigned numbers.
DEV Word operate_unsigned(Worker& w, u32 op, Word x, Word y) {
    Result found = unsigned_(op, loc(x), loc(y), w.in);
    note(w, found.fault);
    return as_word(found.number);
}
DEV Word operate_literal(Worker& w, u32 op, Word x, Word partial, Word y) {
    return is_unsigned(x) && is_unsigned(y) ? operate_unsigned(w, op, x, y) : operate_literal_slowly(w, partial, y);
}
DEV Word operate_both(Worker& w, u32 op, Word x, Word y, u32 late) {
    return is_unsigned(x) && is_unsigned(y) ? operate_unsigned(w, op, x, y) : operate_slowly(w, op, x, y, late);
}

// A negative node of the core whose cells are those of `tag` meets a value. In `slots`: the terms; then what comes to the cells.
DEV_NOINLINE void core_meets(Worker& w, u32 tag, u32 label, Word value, Word (&slots)[2], u32 counted) {
    if (tag == TAG_OPR) {
        value = looked_at(w, value);
        if (is_number(value)) slots[0] = looked_at(w, slots[0]);
        Word result = value;
        if (is_number(value) && is_number(slots[0]) && compute_now(w, result, slots[0])) {
            slots[1] = result;
            return;
        }
    }
    w.fused -= counted;
    // What was no number where the net had it counts as one that came by a wire, though it be one now.
    u32 node = new_node(w, slots[0], slots[1]);
    for (u32 slot = 0; slot < 2; ++slot)
        if (is_cell(tag, slot)) slots[slot] = port(tag, node, slot);
    meets(w, value, word(tag, counted == 2 ? LATE : label, node));
}

// What a switch tests, and what its second arm gets.
DEV u32 tested(const Worker& w, Word number) { return raw(as_number(number), w.in); }
DEV Word predecessor(const Worker& w, u32 number) { return as_word(number_u(number - 1, w.in)); }

// The two ends of a fresh wire are the same word.
DEV Word fresh_wire(Worker& w) { return var(new_node(w, EMPTY, ERA), 0, 2, 1); }

DEV_NOINLINE void give_value(Worker& w, Word value, Word place) { give(w, value, place); }

// What rules compute. The first fault is kept, but for functions that only the CPU computes.
DEV void fails(u32& fault, u32 found) {
    if (!fault || found == FAULT_ELEMENTARY) fault = found;
}
DEV_NOINLINE Number applied_slowly(const Worker& w, u32 op, Number x, Number y, u32& fault) {
    bool asks = false;
    Result found = operate(partial(op, x, w.in), y, w.in, asks);
    fails(fault, asks ? FAULT_ELEMENTARY : found.fault);
    return found.number;
}
DEV Number applied(const Worker& w, u32 op, Number x, Number y, u32& fault) {
    if (x.kind != TYPE_U || y.kind != TYPE_U) return applied_slowly(w, op, x, y, fault);
    Result found = unsigned_(op, x.bits, y.bits, w.in);
    fails(fault, found.fault);
    return found.number;
}
DEV u64 applied_wide(u32 type, u32 op, u64 x, u64 y, u32& fault) {
    u32 found = 0;
    u64 result = type == WIDE_I ? wide_integers(op, x, y, found) : wide_floats(op, x, y);
    fails(fault, found);
    return result;
}
DEV u64 wide_of(Number low, Number high) { return (u64)high.bits << 32 | low.bits; }
DEV Number low_of(u64 bits) { return Number{TYPE_U, (u32)bits}; }
DEV Number high_of(u64 bits) { return Number{TYPE_U, (u32)(bits >> 32)}; }
const Number NOTHING = {TYPE_U, 0};

DEV bool guard_holds(Worker& w, Number holds, u32& fault) {
    if (fault == FAULT_ELEMENTARY) end(w, END_ELEMENTARY);
    fault = 0;
    return raw(holds, w.in);
}
DEV void note_value(Worker& w, u32& fault) {
    if (fault == FAULT_ELEMENTARY) end(w, END_ELEMENTARY);
    note(w, fault);
    fault = 0;
}

// `@f ~ -(+x -(+y -ret))`, or the same in parts. False: nothing has happened.
DEV_NOINLINE bool call_applied_function(Worker& w, Word app, Word reference) {
    u32 def = loc(reference), functions = functions_of(def), count = 0;
    Word args[ARGUMENTS], next = app;
    u32 nodes[ARGUMENTS];
    // Those of which some function takes more.
    while (functions >> (count + 1)) {
        nodes[count] = loc(next);
        args[count++] = take(&w.heap[loc(next)]);
        // What the cell holds was left by its other party.
        next = peek(w, loc(next) + 1);
        if (is_var(next) || tag(next) != TAG_APP) break;
    }
    count = most_of(functions, count);
    if (!count) return false;
    for (u32 at = 0; at < count; ++at) {
        args[at] = known(w, args[at]);
        init(&w.heap[nodes[at]], args[at]);
    }
    if (!may_begin(def, count, args)) return false;
    for (u32 at = 0; at + 1 < count; ++at) release(w, nodes[at], 2);
    Word result = call_function(w, def, count, args);
    give(w, result, port(TAG_APP, nodes[count - 1], 1));
    return true;
}

// `@f ~ t`, where `f` has no lambdas. False: nothing has happened.
DEV_NOINLINE bool call_constant_function(Worker& w, Word place, Word reference) {
    if (!(functions_of(loc(reference)) & 1)) return false;
    Word result = call_function(w, loc(reference), 0, 0);
    if (is_var(place)) give(w, result, place);
    else link(w, result, place);
    return true;
}
