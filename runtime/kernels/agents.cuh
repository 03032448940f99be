// The agents that a book declares, of any arity: `runtime/src/agents.rs`.
#pragma once
#include "code.cuh"
#include "operators.cuh"

#ifdef COMPILED
// Made from the book: what an agent does when it meets a value. False: it is not done.
DEV_NOINLINE bool act_function(Worker& w, Word actor, Word value);
#endif

// The numbers that a rule knows.
struct Numbers {
    Number at[2 * MAX_ARITY + 1];
    u32 count;
};

DEV const Agent& shape(const Worker& w, Word agent) { return w.block->launch.agents[label(agent)]; }
DEV bool holds_number(const Agent& it, u32 slot) { return it.numbers >> slot & 1; }
DEV bool takes(const Agent& it, u32 slot) { return it.mask >> slot & 1; }
DEV u32 words_of(const Agent& it) { return it.arity > 2 ? it.arity : 2; }

// Those that the ports of an agent hold.
DEV void know(Worker& w, Numbers& known, Word agent) {
    const Agent& it = shape(w, agent);
    for (u32 slot = 0; slot < it.arity; ++slot)
        if (holds_number(it, slot)) known.at[known.count++] = as_number(take(&w.heap[loc(agent) + slot]));
}

// What stands at the ports of an agent, as the next arguments. Numbers that ports hold are none.
DEV u32 take_ports(Worker& w, Word agent, Placed& placed, u32 next) {
    const Agent& it = shape(w, agent);
    for (u32 slot = 0; slot < it.arity; ++slot) {
        if (holds_number(it, slot)) continue;
        placed.args[next++] =
            takes(it, slot) ? var(loc(agent), slot, words_of(it), it.cells) : take(&w.heap[loc(agent) + slot]);
    }
    // A node without cells is free once its ports are taken; others are freed by the last death of a cell.
    if (it.arity > 0 && it.cells == 0) release(w, loc(agent), words_of(it));
    return next;
}

// The run ends: it cannot go on with these two.
DEV_NOINLINE void no_rule(Worker& w, Word a, Word b) {
    bool swap = tag(b) == TAG_ACTOR;
    Run* run = w.block->launch.run;
    if (!end(w, END_NO_RULE)) return;
    store_relaxed(&run->stuck[0], swap ? b : a);
    store_relaxed(&run->stuck[1], swap ? a : b);
}

// The first rule of a range whose guard is true, and which is for numbers of this type; null if there is none.
DEV const Acting* first_of(Worker& w, Range rules, const Numbers& known, u32 type) {
    const Launch& launch = w.block->launch;
    for (u32 at = rules.first; at < rules.first + rules.count; ++at) {
        const Acting* rule = &launch.actings[at];
        u32 fault = 0;
        if (rule->kind != type) continue;
        if (rule->guard.count == 0) return rule;
        Number holds = run(launch.steps, rule->guard, known.at, w.in, fault);
        if (fault == FAULT_ELEMENTARY) end(w, END_ELEMENTARY);
        if (raw(holds, w.in)) return rule;
    }
    return 0;
}

// The net of a rule, whose first arguments are given.
DEV_NOINLINE void replace(Worker& w, const Acting& rule, Placed& placed, u32 given, const Numbers& known_) {
    const Launch& launch = w.block->launch;
    count(w, RULE_USER);
    // Once all are taken: what is known of one port may have been the last that held on to the node of another.
    for (u32 at = 0; at < given; ++at) placed.args[at] = known(w, placed.args[at]);
    for (u32 at = 0; at < rule.values.count; ++at) {
        u32 fault = 0;
        placed.args[given + at] = as_word(run(launch.steps, launch.codes[rule.values.first + at], known_.at, w.in, fault));
        if (fault == FAULT_ELEMENTARY) end(w, END_ELEMENTARY);
        note(w, fault);
    }
    copy(w, launch.bodies[rule.body], placed);
}

// The rules of an actor for a positive agent.
DEV Range rules_for(const Worker& w, const Agent& actor, u32 value) {
    const Launch& launch = w.block->launch;
    u32 low = actor.partners.first, high = low + actor.partners.count;
    while (low < high) {
        u32 middle = (low + high) / 2;
        if (launch.partners[middle].value < value) low = middle + 1;
        else high = middle;
    }
    bool found = low < actor.partners.first + actor.partners.count && launch.partners[low].value == value;
    return found ? launch.partners[low].rules : Range{0, 0};
}

// A rule of the book: `-A(x …) ~ +B(y …)`  =>  its net, in which the names stand for what stood at the ports.
DEV_NOINLINE void act(Worker& w, Word actor, Word value) {
#ifdef COMPILED
    if (act_function(w, actor, value)) return;
#endif
    Numbers known;
    known.count = 0;
    know(w, known, actor);
    know(w, known, value);
    const Acting* rule = first_of(w, rules_for(w, shape(w, actor), label(value)), known, 0);
    if (!rule) return no_rule(w, actor, value);
    Placed placed;
    u32 given = take_ports(w, actor, placed, 0);
    given = take_ports(w, value, placed, given);
    replace(w, *rule, placed, given, known);
}

// A rule of the book: `-A(x …) ~ 7`  =>  its net, in which values stand that are computed from the number.
DEV_NOINLINE void act_num(Worker& w, Word actor, Word num) {
#ifdef COMPILED
    if (act_function(w, actor, num)) return;
#endif
    Numbers known;
    known.count = 0;
    know(w, known, actor);
    Number number = as_number(num);
    known.at[known.count++] = number;
    const Acting* rule = first_of(w, shape(w, actor).numeric, known, number.kind);
    if (!rule) return no_rule(w, actor, num);
    Placed placed;
    u32 given = take_ports(w, actor, placed, 0);
    replace(w, *rule, placed, given, known);
}

// A rule of the book: `A(x …) ~ *`, or `A(x …) ~ {c d}`  =>  its net
DEV_NOINLINE void act_alone(Worker& w, Word agent, Range rules, Word dup) {
    Numbers known;
    known.count = 0;
    know(w, known, agent);
    const Acting* rule = first_of(w, rules, known, 0);
    if (!rule) return no_rule(w, agent, dup);
    Placed placed;
    u32 given = take_ports(w, agent, placed, 0);
    if (dup != ERA) {
        ports(w, tag(dup), loc(dup), placed.args[given], placed.args[given + 1]);
        given += 2;
    }
    replace(w, *rule, placed, given, known);
}

// `* ~ A(x …)`  =>  `* ~ x`, …, unless a rule of the book says what becomes of it.
DEV_NOINLINE void erase_agent(Worker& w, Word agent) {
    const Agent& it = shape(w, agent);
    if (it.erasing.count) return act_alone(w, agent, it.erasing, ERA);
    count(w, RULE_ERASE);
    Placed placed;
    u32 given = take_ports(w, agent, placed, 0);
    for (u32 at = 0; at < given; ++at) link(w, placed.args[at], ERA);
}

// The agent's own rules with `DUP`s of this label: those for the label, if there are such, else those for all.
DEV Range copying(const Worker& w, const Agent& it, u32 label) {
    const Launch& launch = w.block->launch;
    Range all{0, 0};
    for (u32 at = it.copying.first; at < it.copying.first + it.copying.count; ++at) {
        if (launch.partners[at].value == label) return launch.partners[at].rules;
        if (launch.partners[at].value == NONE) all = launch.partners[at].rules;
    }
    return all;
}

// `A(x …) ~ {c d}`  =>  `x ~ {1 2}`, …, `c ~ A(1 …)`, `d ~ A(2 …)`, unless a rule of the book says what becomes of it.
DEV_NOINLINE void copy_agent(Worker& w, Word agent, Word dup) {
    const Agent& it = shape(w, agent);
    Range own = copying(w, it, label(dup));
    if (own.count) return act_alone(w, agent, own, dup);
    count(w, RULE_COMMUTE);
    u32 words = words_of(it), copies[2] = {0, 0};
    Word sides[2];
    if (it.arity > 0) {
        copies[0] = alloc(w, words);
        copies[1] = alloc(w, words);
    }
    for (u32 slot = 0; slot < it.arity; ++slot) {
        if (!holds_number(it, slot)) continue;
        Word number = take(&w.heap[loc(agent) + slot]);
        init(&w.heap[copies[0] + slot], number);
        init(&w.heap[copies[1] + slot], number);
    }
    Placed placed;
    u32 given = take_ports(w, agent, placed, 0), next = given;
    ports(w, tag(dup), loc(dup), sides[0], sides[1]);
    // A negative port gets a SUP, whose wires end in cells of the copies; a positive one a DUP, with cells of its own.
    for (u32 slot = 0; slot < it.arity; ++slot) {
        if (holds_number(it, slot)) continue;
        u32 copier = alloc(w, 2);
        bool cell = takes(it, slot);
        placed.args[next++] = word(cell ? TAG_SUP : TAG_DUP, label(dup), copier);
        for (u32 at = 0; at < 2; ++at) {
            init(&w.heap[copies[at] + slot], cell ? EMPTY : port(TAG_DUP, copier, at));
            init(&w.heap[copier + at], cell ? var(copies[at], slot, words, it.cells) : EMPTY);
        }
    }
    for (u32 at = 0; at < 2; ++at) link(w, word(tag(agent), label(agent), copies[at]), sides[at]);
    for (u32 at = 0; at < given; ++at) link(w, placed.args[at], placed.args[given + at]);
}

// Reduces a redex in which there is an agent of the book.
DEV_NOINLINE void interact_agent(Worker& w, Word a, Word b) {
    Word agent = is_agent(tag(a)) ? a : b, other = is_agent(tag(a)) ? b : a;
    u32 of = tag(other);
    bool acts = tag(agent) == TAG_ACTOR;
    if (of == TAG_ERA) return erase_agent(w, agent);
    if (of == TAG_REF) return call(w, agent, other);
    if (is_node(of) && kind_of(of) == KIND_DUP)
        return !acts && shape(w, agent).linear ? no_rule(w, agent, other) : copy_agent(w, agent, other);
    if (of == TAG_NUM && acts) return act_num(w, agent, other);
    if (of == TAG_VALUE && acts) return act(w, agent, other);
    if (of == TAG_ACTOR && !acts) return act(w, other, agent);
    no_rule(w, agent, other);
}
