// Floats and their bits, and the remainder, which is exact on both sides.
#pragma once
#include "port.cuh"

#if defined(__CUDACC__) || defined(__CUDACC_RTC__)
DEV float f32_of(u32 bits) { return __uint_as_float(bits); }
DEV u32 bits_of(float x) { return __float_as_uint(x); }
DEV double f64_of(u64 bits) { return __longlong_as_double((i64)bits); }
DEV u64 bits_of(double x) { return (u64)__double_as_longlong(x); }
DEV float remainder_of(float x, float y) { return fmodf(x, y); }
DEV double remainder_of(double x, double y) { return fmod(x, y); }
#else
#define MOVED(name, From, To)            \
    DEV To name(From x) {                \
        To y;                            \
        __builtin_memcpy(&y, &x, sizeof y); \
        return y;                        \
    }
MOVED(f32_of, u32, float)
MOVED(bits_of, float, u32)
MOVED(f64_of, u64, double)
MOVED(bits_of, double, u64)
#undef MOVED
DEV float remainder_of(float x, float y) { return __builtin_fmodf(x, y); }
DEV double remainder_of(double x, double y) { return __builtin_fmod(x, y); }
#endif
