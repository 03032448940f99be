// Numbers and operators, as `syntax/src/number` has them.
#pragma once
#include "floats.cuh"
#include "words.cuh"

struct Number {
    u32 kind, bits;
};

// A value of a type: what a plain number is, or an operator's literal.
struct Value {
    u32 type, bits;
};

DEV Number as_number(Word w) { return Number{label(w), loc(w)}; }
DEV Word as_word(Number n) { return word(TAG_NUM, n.kind, n.bits); }
DEV Value value(u32 type, u32 bits) { return Value{type, bits}; }

// Which arithmetic a book has: its width, and what follows from it.
struct Arithmetic {
#ifdef NATIVE
    static constexpr bool hvm24 = false;
#else
    bool hvm24;
#endif
};
DEV u32 max_u(Arithmetic in) { return in.hvm24 ? 0xffffff : 0xffffffff; }
DEV i32 max_i(Arithmetic in) { return in.hvm24 ? 0x7fffff : 0x7fffffff; }
DEV i32 min_i(Arithmetic in) { return -max_i(in) - 1; }

DEV Number number_u(u32 x, Arithmetic in) { return Number{TYPE_U, x & max_u(in)}; }

DEV Number number_of(Value v, Arithmetic in) {
    if (v.type == TYPE_U) return number_u(v.bits, in);
    if (v.type == TYPE_I) return Number{TYPE_I, in.hvm24 ? (u32)((i32)(v.bits << 8) >> 8) : v.bits};
    bool is_nan = (v.bits & 0x7fffffff) > 0x7f800000;
    if (is_nan) return Number{TYPE_F, in.hvm24 ? NAN_HVM24 : NAN_NATIVE};
    // Rounded to the 24 upper bits, to even between two.
    u32 rounded = (v.bits + 0x7f + (v.bits >> 8 & 1)) & ~0xffu;
    return Number{TYPE_F, in.hvm24 ? rounded : v.bits};
}

DEV Value value_of(Number n) { return value((n.kind & 3) == 0 ? TYPE_U : n.kind & 3, n.bits); }

// What a switch tests.
DEV u32 raw(Number n, Arithmetic in) {
    if (!in.hvm24) return n.bits;
    return (n.kind & 3) == TYPE_F ? n.bits >> 8 : n.bits & max_u(in);
}

// Casts of floats truncate and saturate.
DEV u32 u32_of(double x) { return !(x > 0) ? 0 : x >= 4294967295.0 ? 0xffffffff : (u32)x; }
DEV i32 i32_of(double x) {
    if (x != x) return 0;
    return x <= -2147483648.0 ? (i32)0x80000000 : x >= 2147483647.0 ? 0x7fffffff : (i32)x;
}
DEV i64 i64_of(double x) {
    if (x != x) return 0;
    if (x >= 9223372036854775808.0) return (i64)0x7fffffffffffffff;
    return x <= -9223372036854775808.0 ? (i64)0x8000000000000000 : (i64)x;
}

DEV Value cast(Value v, u32 to, Arithmetic in) {
    if (v.type == to || (v.type != TYPE_F && to != TYPE_F)) return value(to, v.bits);
    if (to == TYPE_F) return value(TYPE_F, bits_of(v.type == TYPE_U ? (float)v.bits : (float)(i32)v.bits));
    float x = f32_of(v.bits);
    if (to == TYPE_U) return value(TYPE_U, x >= (float)max_u(in) ? max_u(in) : u32_of(x));
    if (x >= (float)max_i(in)) return value(TYPE_I, (u32)max_i(in));
    if (x <= (float)min_i(in)) return value(TYPE_I, (u32)min_i(in));
    return value(TYPE_I, (u32)i32_of(x));
}

// An operator's literal as an operand of a type. In HVM2's arithmetic its 24 bits are taken for a number of that type.
DEV Value operand(Value literal, u32 type, Arithmetic in) {
    if (in.hvm24 && literal.type == TYPE_U && type == TYPE_I) return value(TYPE_I, (u32)((i32)(literal.bits << 8) >> 8));
    if (in.hvm24 && literal.type == TYPE_U && type == TYPE_F) return value(TYPE_F, literal.bits << 8);
    return cast(literal, type, in);
}

DEV bool is_cast(u32 op) { return op - OP_TO_U <= OP_TO_F - OP_TO_U; }
DEV bool divides(u32 op) { return op - OP_DIV <= OP_FLIP_REM - OP_DIV; }

// An operator with its left operand, a plain number. A cast takes no literal: it is done at once.
DEV Number partial(u32 op, Number literal, Arithmetic in) {
    Value v = value_of(literal);
    if (is_cast(op)) return number_of(cast(v, op, in), in);
    if (in.hvm24) return Number{op << 2 | TYPE_U, raw(literal, in)};
    return Number{op << 2 | v.type, literal.bits};
}

// What comes of an operator and two operands, and what was wrong with them if it is only a stand-in.
struct Result {
    Number number;
    u32 fault;
};

// Whose result the CPU's own library computes.
DEV bool is_elementary(u32 op, u32 type) {
    return type == TYPE_F && (op == OP_AND || op == OP_OR || op == OP_XOR || op == OP_SHL || op == OP_SHR);
}

DEV Result undefined(u32 op, u32 type, Arithmetic in) {
    if (divides(op)) return Result{number_of(cast(value(TYPE_U, 0), type, in), in), FAULT_DIVISION_BY_ZERO};
    return Result{Number{TYPE_U, 0}, FAULT_UNDEFINED | op << 8 | type << 16};
}

DEV Result fine(u32 type, u32 bits, Arithmetic in) { return Result{number_of(value(type, bits), in), 0}; }

DEV Result unsigned_(u32 op, u32 x, u32 y, Arithmetic in) {
    u32 r;
    switch (op) {
        case OP_ADD: r = x + y; break;
        case OP_SUB: r = x - y; break;
        case OP_FLIP_SUB: r = y - x; break;
        case OP_MUL: r = x * y; break;
        case OP_DIV: if (!y) return undefined(op, TYPE_U, in); r = x / y; break;
        case OP_FLIP_DIV: if (!x) return undefined(op, TYPE_U, in); r = y / x; break;
        case OP_REM: if (!y) return undefined(op, TYPE_U, in); r = x % y; break;
        case OP_FLIP_REM: if (!x) return undefined(op, TYPE_U, in); r = y % x; break;
        case OP_EQ: r = x == y; break;
        case OP_NE: r = x != y; break;
        case OP_LT: r = x < y; break;
        case OP_GT: r = x > y; break;
        case OP_AND: r = x & y; break;
        case OP_OR: r = x | y; break;
        case OP_XOR: r = x ^ y; break;
        case OP_SHL: r = x << (y & 31); break;
        case OP_FLIP_SHL: r = y << (x & 31); break;
        case OP_SHR: r = x >> (y & 31); break;
        case OP_FLIP_SHR: r = y >> (x & 31); break;
        default: return undefined(op, TYPE_U, in);
    }
    return fine(TYPE_U, r, in);
}

// The least integer divided by -1 wraps, as all of them do.
DEV i32 quotient(i32 x, i32 y) { return y == -1 ? (i32)(0u - (u32)x) : x / y; }
DEV i32 rest(i32 x, i32 y) { return y == -1 ? 0 : x % y; }

DEV_NOINLINE Result signed_(u32 op, u32 a, u32 b, Arithmetic in) {
    i32 x = (i32)a, y = (i32)b;
    switch (op) {
        case OP_ADD: return fine(TYPE_I, a + b, in);
        case OP_SUB: return fine(TYPE_I, a - b, in);
        case OP_FLIP_SUB: return fine(TYPE_I, b - a, in);
        case OP_MUL: return fine(TYPE_I, a * b, in);
        case OP_DIV: if (y) return fine(TYPE_I, (u32)quotient(x, y), in); break;
        case OP_FLIP_DIV: if (x) return fine(TYPE_I, (u32)quotient(y, x), in); break;
        case OP_REM: if (y) return fine(TYPE_I, (u32)rest(x, y), in); break;
        case OP_FLIP_REM: if (x) return fine(TYPE_I, (u32)rest(y, x), in); break;
        case OP_EQ: return fine(TYPE_U, x == y, in);
        case OP_NE: return fine(TYPE_U, x != y, in);
        case OP_LT: return fine(TYPE_U, x < y, in);
        case OP_GT: return fine(TYPE_U, x > y, in);
        case OP_AND: return fine(TYPE_I, a & b, in);
        case OP_OR: return fine(TYPE_I, a | b, in);
        case OP_XOR: return fine(TYPE_I, a ^ b, in);
        case OP_SHL: if (!in.hvm24) return fine(TYPE_I, a << (b & 31), in); break;
        case OP_FLIP_SHL: if (!in.hvm24) return fine(TYPE_I, b << (a & 31), in); break;
        case OP_SHR: if (!in.hvm24) return fine(TYPE_I, (u32)(x >> (b & 31)), in); break;
        case OP_FLIP_SHR: if (!in.hvm24) return fine(TYPE_I, (u32)(y >> (a & 31)), in); break;
    }
    return undefined(op, TYPE_I, in);
}

DEV_NOINLINE Result float_(u32 op, u32 a, u32 b, Arithmetic in) {
    float x = f32_of(a), y = f32_of(b), r;
    switch (op) {
        case OP_ADD: r = x + y; break;
        case OP_SUB: r = x - y; break;
        case OP_FLIP_SUB: r = y - x; break;
        case OP_MUL: r = x * y; break;
        case OP_DIV: r = x / y; break;
        case OP_FLIP_DIV: r = y / x; break;
        case OP_REM: r = remainder_of(x, y); break;
        case OP_FLIP_REM: r = remainder_of(y, x); break;
        case OP_EQ: return fine(TYPE_U, x == y, in);
        case OP_NE: return fine(TYPE_U, x != y, in);
        case OP_LT: return fine(TYPE_U, x < y, in);
        case OP_GT: return fine(TYPE_U, x > y, in);
        default: return undefined(op, TYPE_F, in);
    }
    return fine(TYPE_F, bits_of(r), in);
}

// `x op y`, of operands of one type; none of the elementary functions.
DEV Result apply(u32 op, Value x, Value y, Arithmetic in) {
    if (y.type == TYPE_U) return unsigned_(op, x.bits, y.bits, in);
    return y.type == TYPE_I ? signed_(op, x.bits, y.bits, in) : float_(op, x.bits, y.bits, in);
}

enum Shape { PLAIN, SYMBOL, PARTIAL };
DEV Shape shape_of(Number n) {
    u32 op = n.kind >> 2;
    if (op == 0 || op > OP_FLIP_SHR) return PLAIN;
    return (n.kind & 3) == 0 ? SYMBOL : is_cast(op) ? PLAIN : PARTIAL;
}

// The result of an operator's two sides, in either order. `asks`: it is an elementary function, for the CPU to compute.
DEV_NOINLINE Result operate(Number a, Number b, Arithmetic in, bool& asks) {
    Shape of_a = shape_of(a), of_b = shape_of(b);
    if (of_a == PLAIN) {
        Number n = a; a = b; b = n;
        Shape s = of_a; of_a = of_b; of_b = s;
    }
    u32 op = a.kind >> 2;
    if (of_a == PARTIAL && of_b == PLAIN) {
        Value y = value_of(b);
        asks = is_elementary(op, y.type);
        if (asks) return Result{Number{TYPE_U, 0}, 0};
        return apply(op, operand(value_of(a), y.type, in), y, in);
    }
    if (of_a == SYMBOL && of_b == PLAIN) return Result{partial(op, number_of(value_of(b), in), in), 0};
    if (of_a == PARTIAL && of_b == SYMBOL) {
        Number n = a; a = b; b = n;
        op = a.kind >> 2;
    } else if (!(of_a == SYMBOL && of_b == PARTIAL)) {
        return Result{Number{TYPE_U, 0}, of_a == PLAIN ? FAULT_NO_OPERATOR : FAULT_NO_OPERAND};
    }
    // A symbol takes the literal of a partially applied operator.
    Value literal = value_of(b);
    Value taken = operand(literal, is_cast(op) ? op : literal.type, in);
    return Result{partial(op, number_of(taken, in), in), 0};
}
