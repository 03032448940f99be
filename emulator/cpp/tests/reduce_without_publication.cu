// The reducer, but a party that leaves its end of a wire does not publish what it has written: tests want to see that found.
#define WEAKEN_LEAVE
#define reduce reduce_without_publication
#include "reduce.cu"
