// Every CUDA thread is a fiber, and one thread of the host runs all fibers of a launch. Which one runs is drawn at random from a
// seed, so that an interleaving can be had again.
#pragma once
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "context.hpp"
#include "core.hpp"
#include "history.hpp"
#include "random.hpp"
#include "stores.hpp"

namespace emu {

struct Block;

struct Fiber {
    Ids thread;
    Block* block = nullptr;
    Context context;
    void* stack = nullptr;
    bool finished = true;
    i64 place = -1; // in the list of those that can run
    // The primitive it is in, or waits in.
    const char* what = "its first step";
    At at = {"", 0};
    // What a ballot or a shuffle gave it, and the lane it asked for.
    u64 result = 0;
    u32 source = 0;
    Stores stores;
    Knowledge knowledge;
    // ThreadSanitizer's fibers: sanitizer.hpp.
    void* sanitizer[3] = {};
};

/// Lanes of a warp that wait for the others of a mask.
struct Gathering {
    const char* what;
    u32 mask;
    u32 arrived;
    u64 values[32];
};

/// What ThreadSanitizer takes as the object of a barrier: barriers take turns with two of them, as a thread may be at the next
/// barrier before all have left this one.
struct Turns {
    u8 objects[2][8] = {};
    u32 turn = 0;
    void* now() { return objects[turn % 2]; }
};

struct Warp {
    Fiber* lanes[32] = {};
    u32 exited = 0; // and lanes that do not exist
    std::vector<Gathering> gatherings;
    std::map<u32, Turns> turns; // by mask
};

/// A place for a resident block: its fibers and its shared memory serve one block after the other.
struct Block {
    bool used = false; // by a block before
    u32 running = 0;   // threads that have not exited
    std::vector<Fiber> fibers;
    std::vector<Warp> warps;
    unsigned char* shared = nullptr;
    size_t shared_bytes = 0;
    std::vector<Fiber*> at_barrier;
    Turns turns;
};

struct Grid {
    const char* name;
    u32 blocks, threads;
    size_t shared_bytes;
    u32 resident; // blocks at once
    Extent grid_extent, block_extent;
};

/// The launch that runs.
struct Launch {
    Grid grid;
    Body body;
    Random random;
    std::vector<std::unique_ptr<Block>> places;
    std::vector<u32> order; // of blocks that are still to come, last first
    std::vector<Fiber*> runnable;
    std::vector<Fiber*> storing; // have late stores
    History history;
    Fiber* running = nullptr;
    Context host;
    // For ThreadSanitizer: what the host runs as, and what threads tell it when they end.
    void* host_sanitizer = nullptr;
    u64 ended = 0;
    u64 steps = 0, switches = 0;
    int error = 0;
    std::vector<Block*> finished; // places to give to the next blocks
    struct {
        u64 start, bytes;
    } last_touched = {0, 0};
};
extern Launch* launch;

/// Runs a grid to its end: 0, or the CUDA error that it failed with. What was wrong is in the report.
int run(const Grid& grid, Body body);

/// "kernel `k`, block 1, thread 33, at `take` (reduce.cu:12)".
std::string where(const Fiber& fiber);

/// Ends the launch with a report. Called from a fiber.
[[noreturn]] void fail(int error, const std::string& text);

/// The fiber that runs waits until it is woken; others run meanwhile.
void wait();
void wake(Fiber* fiber);
void yield();

/// What exiting does to those who wait: sync.cpp.
void leave_barriers(Fiber* fiber);

} // namespace emu
