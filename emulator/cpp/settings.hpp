// What can be set from outside, by `emulator_set` or by an environment variable `POLARNET_EMULATOR_NAME`.
#pragma once
#include "words.hpp"

namespace emu {

struct Settings {
    // The scheduler.
    u64 seed = 1;
    u64 switch_one_in = 8;      // another thread runs before one primitive in so many; 0: only where a thread waits
    u64 late_stores = 0;        // fences modelled: stores.hpp
    u64 settle_one_in = 16;     // some late store becomes visible at one primitive in so many
    u64 stale_loads = 0;        // fences modelled: history.hpp
    u64 stale_one_in = 4;       // loads that may be stale and are
    u64 max_steps = 1ull << 31; // primitives in a launch; 0: no bound
    u64 step_ns = 10;           // what `now` adds for each primitive
    u64 stack_bytes = 64 << 10; // of a thread
    // The device.
    u64 devices = 1;
    u64 driver_version = 13000;
#ifdef EMULATOR_TSAN
    u64 multiprocessors = 1; // it has room for few threads
#else
    u64 multiprocessors = 4;
#endif
    u64 memory = 256 << 20;
    // The driver.
    u64 lazy_streams = 0;     // work that was submitted waits until something needs it
    u64 fail_allocation = 0;  // the so many'th allocation from now fails; 0: none
    u64 fail_launch = 0;      // the so many'th launch from now
    u64 fail_compilation = 0; // NVRTC fails by itself
    u64 abort_on_report = 0;  // for a debugger
    u64 quiet = 0;            // reports are kept, not printed
    u64 without = 0;          // a kernel that is looked up is its so many'th variant `…_without_…`; 0: itself
};

/// Counted since the process began.
struct Counts {
    u64 launches = 0, blocks = 0, steps = 0, switches = 0, late_stores = 0, allocations = 0, allocated_bytes = 0, compilations = 0;
};

extern Settings settings;
extern Counts counts;

/// Sets from the environment.
void read_environment();

/// The random numbers of a launch follow from the seed and from how many launches there were since it was set.
u64 launch_seed();

} // namespace emu
