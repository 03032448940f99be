// Each function of passes.cuh, of a column of pairs: one kernel for each type, and a number that says which function.
#include "passes.cuh"

template <class T> DEV T of_both(const u64* s, u32 row, u32 which, T x, T y) {
    switch (which) {
    case 0: return rs::add(x, y);
    case 1: return rs::sub(x, y);
    case 2: return rs::mul(x, y);
    case 3: return rs::div(s, row, x, y);
    case 4: return rs::rem(s, row, x, y);
    case 5: return rs::min(x, y);
    case 6: return rs::max(x, y);
    case 7: return rs::clamp(s, row, x, T(0), y);
    case 8: return rs::neg(x);
    case 9: return rs::abs(x);
    case 10: return rs::signum(x);
    case 100: return rs::least(x, y);
    case 101: return rs::most(x, y);
    }
    return 0;
}

template <class T> DEV T of_integers(const u64* s, u32 row, u32 which, T x, T y) {
    switch (which) {
    case 11: return rs::shl(x, y);
    case 12: return rs::shr(x, y);
    }
    return of_both(s, row, which, x, y);
}

template <class T> DEV T of_floats(const u64* s, u32 row, u32 which, T x, T y) {
    switch (which) {
    case 11: return rs::sqrt(x);
    case 12: return rs::floor(x);
    case 13: return rs::ceil(x);
    case 14: return rs::trunc(x);
    case 15: return rs::round(x);
    case 16: return rs::copysign(x, y);
    case 17: return rs::mul_add(x, y, x);
    case 18: return rs::powi(x, rs::as<i32>(y));
    case 19: return rs::is_nan(x);
    case 20: return rs::is_finite(x);
    }
    return of_both(s, row, which, x, y);
}

#define FUNCTIONS(T, of)                                                                       \
    KERNEL(functions_##T, const u64* s, u32 from, u32 to) {                                    \
        u32 which = u32(get(s, 4));                                                            \
        ROWS(i, from, to)                                                                      \
        put(slot<T>(s, 3), i, of(s, u32(i), which, get(slot<T>(s, 1), i), get(slot<T>(s, 2), i))); \
    }
FUNCTIONS(u8, of_integers)
FUNCTIONS(u16, of_integers)
FUNCTIONS(u32, of_integers)
FUNCTIONS(u64, of_integers)
FUNCTIONS(i8, of_integers)
FUNCTIONS(i16, of_integers)
FUNCTIONS(i32, of_integers)
FUNCTIONS(i64, of_integers)
FUNCTIONS(f32, of_floats)
FUNCTIONS(f64, of_floats)

template <class To, class From> DEV void cast(const u64* s, u64 i) {
    put(slot<To>(s, 2), i, rs::as<To>(get(slot<From>(s, 1), i)));
}
template <class From> DEV void casts(const u64* s, u32 from, u32 to) {
    u32 which = u32(get(s, 3));
    ROWS(i, from, to) switch (which) {
    case 0: cast<u8, From>(s, i); break;
    case 1: cast<u16, From>(s, i); break;
    case 2: cast<u32, From>(s, i); break;
    case 3: cast<u64, From>(s, i); break;
    case 4: cast<i8, From>(s, i); break;
    case 5: cast<i16, From>(s, i); break;
    case 6: cast<i32, From>(s, i); break;
    case 7: cast<i64, From>(s, i); break;
    case 8: cast<f32, From>(s, i); break;
    case 9: cast<f64, From>(s, i); break;
    }
}
KERNEL(casts_u8, const u64* s, u32 from, u32 to) { casts<u8>(s, from, to); }
KERNEL(casts_i16, const u64* s, u32 from, u32 to) { casts<i16>(s, from, to); }
KERNEL(casts_u32, const u64* s, u32 from, u32 to) { casts<u32>(s, from, to); }
KERNEL(casts_i32, const u64* s, u32 from, u32 to) { casts<i32>(s, from, to); }
KERNEL(casts_u64, const u64* s, u32 from, u32 to) { casts<u64>(s, from, to); }
KERNEL(casts_i64, const u64* s, u32 from, u32 to) { casts<i64>(s, from, to); }
KERNEL(casts_f32, const u64* s, u32 from, u32 to) { casts<f32>(s, from, to); }
KERNEL(casts_f64, const u64* s, u32 from, u32 to) { casts<f64>(s, from, to); }

// Every thread joins its value into one cell of each kind.
template <class T> DEV void joins(const u64* s, u32 from, u32 to) {
    T* cells = slot<T>(s, 2);
    ROWS(i, from, to) {
        T x = get(slot<T>(s, 1), i);
        join_min(&cells[0], x);
        join_max(&cells[1], x);
        join_by(&cells[2], x, [](T a, T b) { return rs::most(a, b); });
        if constexpr (!rs::Of<T>::is_float) {
            join_add(&cells[3], x);
            join_and(&cells[4], x);
            join_or(&cells[5], x);
            join_xor(&cells[6], x);
        }
    }
}
KERNEL(joins_u32, const u64* s, u32 from, u32 to) { joins<u32>(s, from, to); }
KERNEL(joins_i32, const u64* s, u32 from, u32 to) { joins<i32>(s, from, to); }
KERNEL(joins_u64, const u64* s, u32 from, u32 to) { joins<u64>(s, from, to); }
KERNEL(joins_i64, const u64* s, u32 from, u32 to) { joins<i64>(s, from, to); }
KERNEL(joins_f32, const u64* s, u32 from, u32 to) { joins<f32>(s, from, to); }
KERNEL(joins_f64, const u64* s, u32 from, u32 to) { joins<f64>(s, from, to); }
