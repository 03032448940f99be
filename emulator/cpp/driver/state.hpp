// What the driver knows. Every entry point takes the one lock; a kernel runs under it.
#pragma once
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <set>
#include <string>

#include "../words.hpp"
#include "codes.hpp"

#define ENTRY(name, ...) extern "C" __attribute__((visibility("default"))) CUresult name(__VA_ARGS__)

namespace emu {

struct Kernel;
class Library;

extern std::recursive_mutex driver_mutex;

/// Work in its order. Each piece runs where it is submitted, or, with `lazy_streams`, when something needs it.
struct Stream {
    std::deque<std::function<void()>> queue;
    u64 submitted = 0, done = 0;
};

struct Event {
    bool timed;
    Stream* stream = nullptr; // that it was recorded in; null before
    u64 position = 0;         // there
    std::shared_ptr<double> milliseconds; // when it ran
};

struct Function;
struct Module {
    std::string entries; // that a PTX text has, each after a blank; empty: it does not say
    std::unique_ptr<Library> library; // that was compiled at run time; null: its kernels are those that are linked in
    std::deque<Function> functions;
    Module();
    ~Module();
};

struct Function {
    const Kernel* kernel;
    int dynamic_shared; // the most that a launch may ask for
};

struct DriverContext {
    u32 flags = 0;
};

struct State {
    bool initialised = false;
    CUresult sticky = CUDA_SUCCESS; // an error of a kernel: every later call gives it
    int retained = 0;
    std::unique_ptr<DriverContext> primary;
    std::set<DriverContext*> contexts; // others
    Stream legacy;               // the default stream
    std::set<Stream*> streams;
    std::set<Event*> events;
    std::set<Module*> modules;
};
extern State state;
extern thread_local DriverContext* current;

/// All but the settings.
void forget_everything();
/// What belongs to the contexts, when the last is gone.
void forget_resources();

/// Locks; is there a driver that has begun, and a context, and no error of a kernel?
class Call {
  public:
    enum Needs { nothing, initialised, context };
    explicit Call(Needs needs = context);
    CUresult error = CUDA_SUCCESS;

  private:
    std::lock_guard<std::recursive_mutex> lock;
};

#define CALL(needs)                                                                                                    \
    emu::Call call(emu::Call::needs);                                                                                  \
    if (call.error != CUDA_SUCCESS) return call.error

/// A stream by its handle; null where there is none.
Stream* stream_of(void* handle);
/// Puts work into a stream: it runs now, or later.
void submit(Stream& stream, std::function<void()> work);
void run_until(Stream& stream, u64 position);
inline void run_all(Stream& stream) { run_until(stream, stream.submitted); }
/// All streams.
void run_everything();

/// Blocks of a kernel that a multiprocessor holds.
int occupancy(const Kernel& kernel, u64 threads, u64 shared_bytes);
bool is_function(const Function* function);

// The device.
const int warp_size = 32, max_threads = 1024, threads_per_multiprocessor = 2048, blocks_per_multiprocessor = 32;
const int shared_default = 48 << 10, shared_opt_in = 227 << 10, shared_per_multiprocessor = 228 << 10, shared_reserved = 1 << 10;
const int capability_major = 9, capability_minor = 0;

} // namespace emu
