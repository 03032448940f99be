// What rules compute: `syntax/src/code.rs`, for guards and values.
#pragma once
#include "numbers.cuh"

// A wide number takes two places of the stack, the lower half first.
DEV u64 wide_at(const Number* stack) { return (u64)stack[1].bits << 32 | stack[0].bits; }
DEV void put_wide(Number* stack, u64 bits) {
    stack[0] = Number{TYPE_U, (u32)bits};
    stack[1] = Number{TYPE_U, (u32)(bits >> 32)};
}
// There is one NaN.
DEV u64 wide_bits(double x) { return x != x ? WIDE_NAN : bits_of(x); }

// Rounded to the nearest float, to even between two.
DEV u64 widen(Value v, u32 to) {
    double x = v.type == TYPE_U ? (double)v.bits : v.type == TYPE_I ? (double)(i32)v.bits : (double)f32_of(v.bits);
    if (to == WIDE_F) return wide_bits(x);
    return v.type == TYPE_U ? (u64)v.bits : v.type == TYPE_I ? (u64)(i64)(i32)v.bits : (u64)i64_of(x);
}

DEV Value narrow(u64 bits, u32 from, u32 to) {
    if (from == WIDE_I) return value(to, to == TYPE_F ? bits_of((float)(i64)bits) : (u32)bits);
    double x = f64_of(bits);
    return value(to, to == TYPE_U ? u32_of(x) : to == TYPE_I ? (u32)i32_of(x) : bits_of((float)x));
}

DEV u64 convert(u64 bits, u32 from, u32 to) {
    if (from == to) return bits;
    return to == WIDE_F ? wide_bits((double)(i64)bits) : (u64)i64_of(f64_of(bits));
}

DEV bool compares(u32 op) { return op >= WIDE_EQ; }

DEV_NOINLINE u64 wide_integers(u32 op, u64 a, u64 b, u32& fault) {
    i64 x = (i64)a, y = (i64)b;
    bool over = y == -1; // the least integer divided by -1 wraps
    switch (op) {
        case WIDE_ADD: return a + b;
        case WIDE_SUB: return a - b;
        case WIDE_MUL: return a * b;
        case WIDE_DIV:
        case WIDE_REM:
            if (y) return op == WIDE_DIV ? (over ? 0 - a : (u64)(x / y)) : (over ? 0 : (u64)(x % y));
            fault = FAULT_DIVISION_BY_ZERO;
            return 0;
        case WIDE_AND: return a & b;
        case WIDE_OR: return a | b;
        case WIDE_XOR: return a ^ b;
        case WIDE_SHL: return a << (b & 63);
        case WIDE_SHR: return (u64)(x >> (b & 63));
        case WIDE_EQ: return x == y;
        case WIDE_NE: return x != y;
        case WIDE_LT: return x < y;
        case WIDE_LE: return x <= y;
        case WIDE_GT: return x > y;
        default: return x >= y;
    }
}

DEV_NOINLINE u64 wide_floats(u32 op, u64 a, u64 b) {
    double x = f64_of(a), y = f64_of(b);
    switch (op) {
        case WIDE_ADD: return wide_bits(x + y);
        case WIDE_SUB: return wide_bits(x - y);
        case WIDE_MUL: return wide_bits(x * y);
        case WIDE_DIV: return wide_bits(x / y);
        case WIDE_REM: return wide_bits(remainder_of(x, y));
        case WIDE_EQ: return x == y;
        case WIDE_NE: return x != y;
        case WIDE_LT: return x < y;
        case WIDE_LE: return x <= y;
        case WIDE_GT: return x > y;
        case WIDE_GE: return x >= y;
        default: return 0; // floats have no bits to operate on
    }
}

// The result of a computation, and the first fault on the way to it.
DEV_NOINLINE Number run(const Step* steps, Range code, const Number* known, Arithmetic in, u32& fault) {
    Number stack[DEPTH + 2];
    u32 top = 0;
    for (u32 at = code.first; at < code.first + code.count; ++at) {
        Step step = steps[at];
        u32 a = step.code >> 8 & 255, b = step.code >> 16, found = 0;
        switch (step.code & 255) {
            case STEP_KNOWN: stack[top++] = known[step.bits]; break;
            case STEP_LITERAL: stack[top++] = Number{b, step.bits}; break;
            case STEP_APPLY: {
                --top;
                bool asks = false;
                Result r = operate(partial(a, stack[top - 1], in), stack[top], in, asks);
                stack[top - 1] = r.number;
                found = asks ? FAULT_ELEMENTARY : r.fault;
                break;
            }
            case STEP_CAST: stack[top - 1] = number_of(cast(value_of(stack[top - 1]), a, in), in); break;
            case STEP_NOT: stack[top - 1] = Number{TYPE_U, raw(stack[top - 1], in) == 0}; break;
            case STEP_LOW: --top; break;
            case STEP_HIGH: --top, stack[top - 1] = stack[top]; break;
            case STEP_WIDEN: --top, put_wide(stack + top, widen(value_of(stack[top]), a)), top += 2; break;
            case STEP_CONVERT: put_wide(stack + top - 2, convert(wide_at(stack + top - 2), a, b)); break;
            case STEP_NARROW:
                top -= 1;
                stack[top - 1] = number_of(narrow(wide_at(stack + top - 1), a, b), in);
                break;
            case STEP_WIDE: {
                top -= 4;
                u64 x = wide_at(stack + top), y = wide_at(stack + top + 2);
                u64 r = a == WIDE_I ? wide_integers(b, x, y, found) : wide_floats(b, x, y);
                put_wide(stack + top, r);
                top += compares(b) ? 1 : 2;
                break;
            }
        }
        if (!fault || found == FAULT_ELEMENTARY) fault = found;
    }
    return stack[0];
}
