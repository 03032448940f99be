#include "state.hpp"

#include "../core.hpp"
#include "../memory.hpp"
#include "../random.hpp"
#include "../settings.hpp"
#include "kernels.hpp"

namespace emu {

std::recursive_mutex driver_mutex;
State state;
thread_local DriverContext* current = nullptr;

std::deque<Kernel>& kernels() {
    static std::deque<Kernel> all;
    return all;
}

static std::deque<Kernel>* added_to = nullptr;
Adding::Adding(std::deque<Kernel>& to) { added_to = &to; }
Adding::~Adding() { added_to = nullptr; }

void add_kernel(Kernel kernel) { (added_to ? *added_to : kernels()).push_back(kernel); }

template <class T> static void delete_all(std::set<T*>& objects) {
    for (T* object : objects) delete object;
    objects.clear();
}

void forget_resources() {
    run_everything();
    delete_all(state.streams);
    delete_all(state.events);
    delete_all(state.modules);
    state.legacy = Stream();
    memory.release_all();
}

void forget_everything() {
    forget_resources();
    state.initialised = false;
    state.sticky = CUDA_SUCCESS;
    state.retained = 0;
    state.primary = nullptr;
    delete_all(state.contexts);
}

Call::Call(Needs needs) : lock(driver_mutex) {
    if (needs == nothing) return;
    if (!state.initialised) error = CUDA_ERROR_NOT_INITIALIZED;
    else if (needs == initialised) return;
    else if (!current || (current != state.primary.get() && !state.contexts.count(current))) error = CUDA_ERROR_INVALID_CONTEXT;
    else error = state.sticky;
}

Stream* stream_of(void* handle) {
    // The legacy default stream, and each thread's: one here.
    if (reinterpret_cast<u64>(handle) <= 2) return &state.legacy;
    auto* stream = static_cast<Stream*>(handle);
    return state.streams.count(stream) ? stream : nullptr;
}

static Random& lazy() {
    static Random random;
    return random;
}

void submit(Stream& stream, std::function<void()> work) {
    stream.queue.push_back(std::move(work));
    ++stream.submitted;
    if (!settings.lazy_streams) run_all(stream);
    // Some pieces, now and then, of any stream: what is not ordered comes in any order.
    else if (lazy().one_in(4)) {
        u64 drawn = lazy().below(state.streams.size() + 1);
        auto each = state.streams.begin();
        for (u64 i = 0; i + 1 < drawn; ++i) ++each;
        Stream& some = drawn == 0 ? state.legacy : **each;
        if (some.done < some.submitted) run_until(some, some.done + 1);
    }
}

void run_until(Stream& stream, u64 position) {
    while (stream.done < position && !stream.queue.empty()) {
        auto work = std::move(stream.queue.front());
        stream.queue.pop_front();
        ++stream.done;
        // After an error of a kernel nothing runs any more.
        if (state.sticky == CUDA_SUCCESS) work();
    }
}

void run_everything() {
    run_all(state.legacy);
    for (Stream* stream : state.streams) run_all(*stream);
}

} // namespace emu
