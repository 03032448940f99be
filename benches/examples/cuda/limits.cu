// What bounds the device: exchanges of words at random places, which is what meeting in a wire costs, and copies.

typedef unsigned long long u64;

// A step of xorshift64.
#define NEXT(x) (x ^= x << 13, x ^= x >> 7, x ^= x << 17)

// So many exchanges by each thread, of which four are under way at a time.
extern "C" __global__ void exchanges(u64* cells, u64 mask, u64 turns, u64* sink) {
    u64 state = (blockIdx.x * (u64)blockDim.x + threadIdx.x + 1) * 0x9e3779b97f4a7c15ull, all = 0;
    for (u64 turn = 0; turn < turns; turn += 4) {
        u64 got[4];
#pragma unroll
        for (int k = 0; k < 4; ++k) got[k] = atomicExch(&cells[NEXT(state) & mask], state);
#pragma unroll
        for (int k = 0; k < 4; ++k) all ^= got[k];
    }
    // So that what was got counts for something.
    if (all == 1) *sink = all;
}

// Each thread copies every so many-th word.
extern "C" __global__ void copies(const u64* from, u64* to, u64 words) {
    for (u64 at = blockIdx.x * (u64)blockDim.x + threadIdx.x; at < words; at += gridDim.x * (u64)blockDim.x) to[at] = from[at];
}
