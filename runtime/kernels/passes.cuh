// What column passes are written with: functions of Rust, with Rust's results, bit for bit.
//
// `schedule!` writes kernels over these names for the passes that run `.on(gpu)`, and NVRTC compiles them, without fusing
// multiplications and additions. A pass has
//
//     KERNEL(name, const u64* s, u32 from, u32 to)
//
// where `s` are its slots: `s[0]` is where faults go, the others are what `slot` and `scalar` read: `src/passes` says what lies
// where. What a CPU would panic at is a `fault`: the thread goes on, with any value that is safe.
//
// Everything of Rust's is in the namespace `rs`: CUDA has functions of the same names that do other things.
#pragma once
#include "floats.cuh"

typedef float f32;
typedef double f64;

// Why a row has no value. `src/passes/fault.rs` has the same numbers.
enum Fault : u32 {
    DIVISION_BY_ZERO = 1,
    REMAINDER_BY_ZERO = 2,
    DIVISION_OVERFLOW = 3,
    REMAINDER_OVERFLOW = 4,
    OUT_OF_RANGE = 5,
    CLAMP_BOUNDS = 6,
    EMPTY = 7,
};

// The column, batch or table in a slot.
template <class T> DEV T* slot(const u64* s, u32 number) { return reinterpret_cast<T*>(get(s, number)); }

// What went wrong in a row: of all, the one is kept that the CPU's pass would come to first. The word behind turns rows around
// where that is the last one.
DEV void fault(const u64* s, u32 row, u32 code) {
    u64* first = slot<u64>(s, 0);
    min_relaxed(first, u64(row ^ u32(get(first, 1))) << 8 | code);
}

// Each row of a grid: `ROWS(i, from, to) { … }`.
#define ROWS(i, from, to) for (u64 i = u64(from) + u64(block()) * threads() + thread(); i < (to); i += u64(blocks()) * threads())

#if defined(__CUDACC__) || defined(__CUDACC_RTC__)
DEV void copy_bytes(void* to, const void* from, u32 bytes) { memcpy(to, from, bytes); }
#else
DEV void copy_bytes(void* to, const void* from, u32 bytes) { __builtin_memcpy(to, from, bytes); }
#endif

// A lane's value, for all lanes of its warp, which come here together.
template <class T> DEV T shuffled(T value, u32 from) {
    u32 words[(sizeof(T) + 3) / 4] = {};
    copy_bytes(words, &value, sizeof(T));
    for (u32& word : words) word = shuffle(~0u, word, from);
    copy_bytes(&value, words, sizeof(T));
    return value;
}

// A row that many use, by all threads of a block: each asks a user of its own, as what they send does not depend on what others
// do; what was sent is joined in the order of one thread that asks them all, so that floats are the same. For that warps take
// turns, with the value so far in the row's cell, and its lanes' values go from lane to lane.
//
// `ask(user, sent)` is how much the user sends, and sets `sent` to the first of it; `join(user, value, sent)` is the value with
// that, `join_all(user, value)` with all that the user sends; `load` and `store` are of the cell.
template <class T, class Ask, class Join, class All, class Load, class Store>
DEV void ask_together(const u32* users, u32 begin, u32 end, T first, Ask ask, Join join, All join_all, Load load, Store store) {
    if (thread() == 0) store(first);
    for (u64 from = begin; from < end; from += threads()) {
        const u64 at = from + thread();
        u32 user = 0, count = 0;
        T sent = first;
        if (at < end) {
            user = get(users, at);
            // Who uses the row twice sends both times when asked once.
            if (at == begin || get(users, at - 1) != user) count = ask(user, sent);
        }
        const u32 turns = u32(end - from < threads() ? (end - from + 31) / 32 : threads() / 32);
        for (u32 turn = 0; turn < turns; turn++) {
            // What was stored is there.
            sync_block();
            if (thread() / 32 != turn) continue;
            T value = load();
            const u32 once = ballot(~0u, count == 1), more = ballot(~0u, count > 1);
            if (once == ~0u) {
                // Nearly always: so the loop has nothing but this.
                for (u32 of = 0; of < 32; of++) value = join(shuffled(user, of), value, shuffled(sent, of));
            } else {
                for (u32 of = 0; of < 32; of++) {
                    const u32 who = shuffled(user, of);
                    const T one = shuffled(sent, of);
                    if (once >> of & 1) value = join(who, value, one);
                    if (more >> of & 1) value = join_all(who, value);
                }
            }
            // All lanes have loaded.
            sync_warp(~0u);
            if (lane() == 0) store(value);
        }
    }
    // For all threads, and whatever they do next.
    sync_block();
}

namespace rs {

// What a type is.
template <class T> struct Of {};
#define INTEGER(T, Bits, Wide, least, most) \
    template <> struct Of<T> {              \
        typedef Bits bits;                  \
        typedef Wide wide;                  \
        static const bool is_float = false; \
        static const bool is_signed = (least) != 0; \
        static const u32 width = sizeof(T) * 8; \
        static constexpr T min = T(least);  \
        static constexpr T max = T(most);   \
    };
// `wide` wraps: C++ would compute with small ones as `int`, whose overflow is undefined.
INTEGER(u8, u8, u32, 0, 0xff)
INTEGER(u16, u16, u32, 0, 0xffff)
INTEGER(u32, u32, u32, 0, 0xffffffffu)
INTEGER(u64, u64, u64, 0, 0xffffffffffffffffull)
INTEGER(i8, u8, u32, -0x7f - 1, 0x7f)
INTEGER(i16, u16, u32, -0x7fff - 1, 0x7fff)
INTEGER(i32, u32, u32, -0x7fffffff - 1, 0x7fffffff)
INTEGER(i64, u64, u64, -0x7fffffffffffffffll - 1, 0x7fffffffffffffffll)
#undef INTEGER
template <> struct Of<f32> {
    typedef u32 bits;
    static const bool is_float = true;
};
template <> struct Of<f64> {
    typedef u64 bits;
    static const bool is_float = true;
};

DEV f32 from_bits(u32 bits) { return f32_of(bits); }
DEV f64 from_bits(u64 bits) { return f64_of(bits); }
DEV f32 nan(f32) { return f32_of(0x7fc00000u); }
DEV f64 nan(f64) { return f64_of(0x7ff8000000000000ull); }
template <class T> DEV bool is_negative(T x) { return bits_of(x) >> (sizeof(T) * 8 - 1); }

#if defined(__CUDACC__) || defined(__CUDACC_RTC__)
#define FLOAT1(name, single, wide)            \
    DEV f32 name(f32 x) { return ::single(x); } \
    DEV f64 name(f64 x) { return ::wide(x); }
#define FLOAT2(name, single, wide)                          \
    DEV f32 name(f32 x, f32 y) { return ::single(x, y); } \
    DEV f64 name(f64 x, f64 y) { return ::wide(x, y); }
DEV f32 mul_add(f32 x, f32 y, f32 z) { return __fmaf_rn(x, y, z); }
DEV f64 mul_add(f64 x, f64 y, f64 z) { return __fma_rn(x, y, z); }
DEV u32 count_ones(u64 x) { return __popcll(x); }
DEV u32 leading_zeros(u64 x) { return __clzll((i64)x); }
#else
#define FLOAT1(name, single, wide)                      \
    DEV f32 name(f32 x) { return __builtin_##single(x); } \
    DEV f64 name(f64 x) { return __builtin_##wide(x); }
#define FLOAT2(name, single, wide)                                    \
    DEV f32 name(f32 x, f32 y) { return __builtin_##single(x, y); } \
    DEV f64 name(f64 x, f64 y) { return __builtin_##wide(x, y); }
DEV f32 mul_add(f32 x, f32 y, f32 z) { return __builtin_fmaf(x, y, z); }
DEV f64 mul_add(f64 x, f64 y, f64 z) { return __builtin_fma(x, y, z); }
DEV u32 count_ones(u64 x) { return u32(__builtin_popcountll(x)); }
DEV u32 leading_zeros(u64 x) { return x ? u32(__builtin_clzll(x)) : 64; }
#endif

// Exact, or rounded as IEEE says: the same everywhere.
FLOAT1(sqrt, sqrtf, sqrt)
FLOAT1(floor, floorf, floor)
FLOAT1(ceil, ceilf, ceil)
FLOAT1(trunc, truncf, trunc)
FLOAT1(round, roundf, round) // halves away from zero
FLOAT2(copysign, copysignf, copysign)

// The device's own, which differ from the CPU's in the last bits: only where a val says `approx`.
FLOAT1(acos, acosf, acos)
FLOAT1(acosh, acoshf, acosh)
FLOAT1(asin, asinf, asin)
FLOAT1(asinh, asinhf, asinh)
FLOAT1(atan, atanf, atan)
FLOAT1(atanh, atanhf, atanh)
FLOAT1(cbrt, cbrtf, cbrt)
FLOAT1(cos, cosf, cos)
FLOAT1(cosh, coshf, cosh)
FLOAT1(exp, expf, exp)
FLOAT1(exp2, exp2f, exp2)
FLOAT1(exp_m1, expm1f, expm1)
FLOAT1(ln, logf, log)
FLOAT1(ln_1p, log1pf, log1p)
FLOAT1(log10, log10f, log10)
FLOAT1(log2, log2f, log2)
FLOAT1(sin, sinf, sin)
FLOAT1(sinh, sinhf, sinh)
FLOAT1(tan, tanf, tan)
FLOAT1(tanh, tanhf, tanh)
FLOAT2(atan2, atan2f, atan2)
FLOAT2(hypot, hypotf, hypot)
FLOAT2(powf, powf, pow)
#undef FLOAT1
#undef FLOAT2

// `+ - *` of integers wrap, as in Rust's release builds. On floats they are C++'s.
template <class T> DEV T add(T x, T y) {
    if constexpr (Of<T>::is_float) return x + y;
    else return T(typename Of<T>::wide(x) + typename Of<T>::wide(y));
}
template <class T> DEV T sub(T x, T y) {
    if constexpr (Of<T>::is_float) return x - y;
    else return T(typename Of<T>::wide(x) - typename Of<T>::wide(y));
}
template <class T> DEV T mul(T x, T y) {
    if constexpr (Of<T>::is_float) return x * y;
    else return T(typename Of<T>::wide(x) * typename Of<T>::wide(y));
}
template <class T> DEV T neg(T x) {
    if constexpr (Of<T>::is_float) return -x;
    else return T(typename Of<T>::wide(0) - typename Of<T>::wide(x));
}

// May `x / y` be computed? If not that is a fault.
template <class T> DEV bool divides(const u64* s, u32 row, T x, T y, u32 zero, u32 overflow) {
    if (y == 0) {
        fault(s, row, zero);
        return false;
    }
    if constexpr (Of<T>::is_signed) {
        if (y == T(-1) && x == Of<T>::min) {
            fault(s, row, overflow);
            return false;
        }
    }
    return true;
}
template <class T> DEV T div(const u64* s, u32 row, T x, T y) {
    if constexpr (Of<T>::is_float) return x / y;
    else return divides(s, row, x, y, DIVISION_BY_ZERO, DIVISION_OVERFLOW) ? T(x / y) : T(0);
}
template <class T> DEV T rem(const u64* s, u32 row, T x, T y) {
    if constexpr (Of<T>::is_float) return remainder_of(x, y);
    else return divides(s, row, x, y, REMAINDER_BY_ZERO, REMAINDER_OVERFLOW) ? T(x % y) : T(0);
}

// Shifts take the low bits of how far, as in release builds.
template <class T, class N> DEV T shl(T x, N by) {
    return T(typename Of<T>::wide(x) << (u32(by) & (Of<T>::width - 1)));
}
template <class T, class N> DEV T shr(T x, N by) { return T(x >> (u32(by) & (Of<T>::width - 1))); }

// `x as T`. A float that the type does not hold becomes the nearest that it does, NaN becomes 0.
template <class T, class F> DEV T as(F x) {
    if constexpr (Of<F>::is_float && !Of<T>::is_float) {
        // The first float that is too large: a power of two, so it is exact.
        const F end = F(Of<T>::max / 2 + 1) * F(2);
        if (!(x == x)) return 0;
        if (x >= end) return Of<T>::max;
        if (x <= F(Of<T>::min)) return Of<T>::min;
        return T(x);
    } else {
        return T(x);
    }
}
template <class T> DEV T as(bool x) { return T(x ? 1 : 0); }

template <class T> DEV bool is_nan(T x) { return x != x; }
template <class T> DEV bool is_finite(T x) { return x - x == 0; }

// A number rather than NaN. Of zeros of two signs, the first: Rust says that it may be either, and on x86-64 it is that one.
template <class T> DEV T min(T x, T y) {
    if constexpr (Of<T>::is_float) return is_nan(x) ? y : y < x ? y : x;
    else return y < x ? y : x;
}
template <class T> DEV T max(T x, T y) {
    if constexpr (Of<T>::is_float) return is_nan(x) ? y : y > x ? y : x;
    else return y > x ? y : x;
}
// As orders join: NaN wins, and -0 is below +0 (`polarnet_columns::ops`).
template <class T> DEV T least(T x, T y) {
    if constexpr (Of<T>::is_float) {
        if (is_nan(x) || is_nan(y)) return nan(x);
        return x < y || (x == y && is_negative(x)) ? x : y;
    } else {
        return y < x ? y : x;
    }
}
template <class T> DEV T most(T x, T y) {
    if constexpr (Of<T>::is_float) {
        if (is_nan(x) || is_nan(y)) return nan(x);
        return x > y || (x == y && !is_negative(x)) ? x : y;
    } else {
        return y > x ? y : x;
    }
}
// What a cell begins with that is joined into by `join_min`, and by `join_max`: NaN gets the sign with which it wins.
template <class T> DEV T for_min(T x) {
    if constexpr (Of<T>::is_float) return is_nan(x) ? -nan(x) : x;
    else return x;
}
template <class T> DEV T for_max(T x) {
    if constexpr (Of<T>::is_float) return is_nan(x) ? nan(x) : x;
    else return x;
}
template <class T> DEV T clamp(const u64* s, u32 row, T x, T least, T most) {
    if (!(least <= most)) {
        fault(s, row, CLAMP_BOUNDS);
        return x;
    }
    if (x < least) x = least;
    if (x > most) x = most;
    return x;
}
template <class T> DEV T abs(T x) {
    if constexpr (Of<T>::is_float) return copysign(x, T(1));
    else if constexpr (Of<T>::is_signed) return x < 0 ? neg(x) : x;
    else return x;
}
template <class T> DEV T signum(T x) {
    if constexpr (Of<T>::is_float) return is_nan(x) ? x : copysign(T(1), x);
    else if constexpr (Of<T>::is_signed) return T(x > 0 ? 1 : x < 0 ? -1 : 0);
    else return T(x > 0);
}
// By squaring, in the order of compiler-rt, which Rust calls.
template <class T> DEV T powi(T x, i32 power) {
    u32 left = power < 0 ? 0u - u32(power) : u32(power);
    T product = 1;
    while (true) {
        if (left & 1) product *= x;
        left >>= 1;
        if (left == 0) break;
        x *= x;
    }
    return power < 0 ? 1 / product : product;
}

} // namespace rs

// Joining into a cell of 32 or 64 bits that any thread may join into, in one atomic step each.

// `join` of what is there and `x`: again and again, until nobody came between.
template <class T, class J> DEV void join_by(T* at, T x, J join) {
    typedef typename rs::Of<T>::bits Bits;
    auto bits = [](T value) {
        if constexpr (rs::Of<T>::is_float) return bits_of(value);
        else return Bits(value);
    };
    auto value = [](Bits bits) {
        if constexpr (rs::Of<T>::is_float) return rs::from_bits(bits);
        else return T(bits);
    };
    Bits* cell = reinterpret_cast<Bits*>(at);
    Bits before = load_relaxed(cell);
    while (true) {
        Bits found = cas_relaxed(cell, before, bits(join(value(before), x)));
        if (found == before) return;
        before = found;
    }
}

// Those that the hardware has for 32 and 64 bits. Sums of floats are not among them: they depend on their order.
#define JOIN(name, native)                                                                                                   \
    template <class T> DEV void name(T* at, T x) {                                                                          \
        static_assert(!rs::Of<T>::is_float, "of integers only");                                                           \
        typedef typename rs::Of<T>::bits Bits;                                                                             \
        native(reinterpret_cast<Bits*>(at), Bits(x));                                                                      \
    }
JOIN(join_add, add_relaxed)
JOIN(join_and, and_relaxed)
JOIN(join_or, or_relaxed)
JOIN(join_xor, xor_relaxed)
#undef JOIN

// As `rs::least` and `rs::most`. Floats by their bits, which are ordered as they are where the sign is plus, and the other way
// about where it is minus. So -NaN is below all, and NaN above.
template <class T> DEV void join_min(T* at, T x) {
    if constexpr (!rs::Of<T>::is_float) {
        min_relaxed(at, x);
    } else {
        typedef typename rs::Of<T>::bits Bits;
        x = rs::for_min(x);
        if (rs::is_negative(x)) max_relaxed(reinterpret_cast<Bits*>(at), bits_of(x));
        else if constexpr (sizeof(T) == 4) min_relaxed(reinterpret_cast<i32*>(at), i32(bits_of(x)));
        else min_relaxed(reinterpret_cast<i64*>(at), i64(bits_of(x)));
    }
}
template <class T> DEV void join_max(T* at, T x) {
    if constexpr (!rs::Of<T>::is_float) {
        max_relaxed(at, x);
    } else {
        typedef typename rs::Of<T>::bits Bits;
        x = rs::for_max(x);
        if (rs::is_negative(x)) min_relaxed(reinterpret_cast<Bits*>(at), bits_of(x));
        else if constexpr (sizeof(T) == 4) max_relaxed(reinterpret_cast<i32*>(at), i32(bits_of(x)));
        else max_relaxed(reinterpret_cast<i64*>(at), i64(bits_of(x)));
    }
}
