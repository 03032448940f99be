// The reducer, but threads add redexes to the bag while others still take theirs: tests want to see that found.
#define WEAKEN_TAKING
#define reduce reduce_without_barrier
#include "reduce.cu"
