// Random numbers that repeat: xorshift, seeded through splitmix.
#pragma once
#include "words.hpp"

namespace emu {

inline u64 mix(u64 x) {
    x += 0x9e3779b97f4a7c15ull;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ull;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebull;
    return x ^ (x >> 31);
}

struct Random {
    u64 state = 1;

    void seed(u64 seed) { state = mix(seed) | 1; }
    u64 next() {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        return state;
    }
    /// Below `bound`, which is neither 0 nor above 2^32.
    u64 below(u64 bound) { return ((next() >> 32) * bound) >> 32; }
    bool one_in(u64 n) { return n != 0 && below(n) == 0; }
};

} // namespace emu
