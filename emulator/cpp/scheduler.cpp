#include "scheduler.hpp"

#include <algorithm>

#include "driver/codes.hpp"
#include "faults.hpp"
#include "memory.hpp"
#include "report.hpp"
#include "sanitizer.hpp"
#include "settings.hpp"
#include "stacks.hpp"

namespace emu {

const Ids* ids = nullptr;
Extent grid_extent = {1, 1, 1}, block_extent = {1, 1, 1};
Launch* launch = nullptr;

std::string where(const Fiber& fiber) {
    std::string text = format("kernel `%s`, block %u, thread %u, ", launch->grid.name, fiber.thread.block, fiber.thread.thread);
    if (fiber.at.line == 0) return text + "at its first step";
    return text + format("at `%s` (%s:%d)", fiber.what, file_name(fiber.at.file), fiber.at.line);
}

// To another fiber, from a fiber.
static void go(Fiber* to) {
    Fiber* from = launch->running;
    if (to == from) return;
    ++launch->switches;
    launch->running = to;
    ids = &to->thread;
    sanitizer_switch(to->sanitizer[0]);
    switch_context(from->context, to->context);
}

static void go_to_host() {
    Fiber* from = launch->running;
    sanitizer_switch(launch->host_sanitizer);
    switch_context(from->context, launch->host);
}

void fail(int error, const std::string& text) {
    launch->error = error;
    report(text);
    go_to_host();
    __builtin_unreachable();
}

static void can_run(Fiber* fiber) {
    fiber->place = i64(launch->runnable.size());
    launch->runnable.push_back(fiber);
}

static void cannot_run(Fiber* fiber) {
    Fiber* last = launch->runnable.back();
    launch->runnable[size_t(fiber->place)] = last;
    last->place = fiber->place;
    launch->runnable.pop_back();
    fiber->place = -1;
}

void wake(Fiber* fiber) { can_run(fiber); }

// Where all threads are, those at the same line together.
static std::string census() {
    std::map<std::string, std::vector<const Fiber*>> groups;
    for (auto& place : launch->places)
        for (auto& fiber : place->fibers) {
            if (fiber.finished) continue;
            std::string state = fiber.place < 0 ? "wait at" : "run, last seen at";
            if (fiber.at.line == 0) state += " their first step";
            else state += format(" `%s` (%s:%d)", fiber.what, file_name(fiber.at.file), fiber.at.line);
            groups[state].push_back(&fiber);
        }
    std::string text;
    for (auto& group : groups) {
        text += format("\n  %zu %s:", group.second.size(), group.first.c_str());
        for (size_t i = 0; i < group.second.size() && i < 8; ++i)
            text += format(" %u.%u", group.second[i]->thread.block, group.second[i]->thread.thread);
        if (group.second.size() > 8) text += " …";
    }
    return text + "\n  (block.thread)";
}

static std::string deadlock() {
    return format("deadlock in kernel `%s`: every thread waits for another:", launch->grid.name) + census();
}

static Fiber* any_runnable() {
    auto& runnable = launch->runnable;
    if (runnable.empty()) fail(CUDA_ERROR_LAUNCH_TIMEOUT, deadlock());
    return runnable[launch->random.below(runnable.size())];
}

void yield() { go(any_runnable()); }

void wait() {
    cannot_run(launch->running);
    go(any_runnable());
}

void step(const char* what, At at) {
    Fiber* me = launch->running;
    me->what = what;
    me->at = at;
    u64 steps = ++launch->steps;
    if (settings.max_steps && steps > settings.max_steps)
        fail(CUDA_ERROR_LAUNCH_TIMEOUT, format("kernel `%s` did not end within %llu steps: does a thread wait for what never comes?",
                                               launch->grid.name, settings.max_steps) + census());
    if (!launch->storing.empty() && launch->random.one_in(settings.settle_one_in)) settle_any();
    if (launch->random.one_in(settings.switch_one_in)) yield();
}

void pause(At at) {
    step("pause", at);
    yield();
}

u64 now(At at) {
    step("now", at);
    return (counts.steps + launch->steps) * settings.step_ns;
}

static void run_thread() {
    launch->body();
    sanitizer_release(&launch->ended);
    Fiber* me = launch->running;
    me->finished = true;
    me->what = "its end";
    Block* block = me->block;
    leave_barriers(me);
    cannot_run(me);
    if (--block->running == 0) {
        launch->finished.push_back(block);
        go_to_host();
    }
    go(any_runnable());
    __builtin_unreachable();
}

static void start_block(Block& place, u32 index) {
    const Grid& grid = launch->grid;
    ++counts.blocks;
    if (place.used) sanitizer_renew(place.shared, place.shared_bytes);
    place.running = grid.threads;
    place.at_barrier.clear();
    place.warps.assign((grid.threads + 31) / 32, Warp());
    for (size_t i = 0; i < grid.shared_bytes; ++i) place.shared[i] = u8(launch->random.next() >> 32);
    for (u32 i = 0; i < grid.threads; ++i) {
        Fiber& fiber = place.fibers[i];
        void* stack = fiber.stack;
        // What an exited thread stored late is still to become visible.
        while (!fiber.stores.empty()) settle_one_of(fiber);
        sanitizer_end(fiber, false);
        fiber = Fiber();
        fiber.thread = {i, index, grid.threads, grid.blocks};
        fiber.block = &place;
        fiber.stack = stack;
        fiber.finished = false;
        if (place.used) sanitizer_renew(stack, stack_bytes());
        fiber.context.prepare(stack, stack_bytes(), run_thread);
        sanitizer_begin(fiber);
        launch->history.acquire(fiber);
        place.warps[i / 32].lanes[i % 32] = &fiber;
        can_run(&fiber);
    }
    if (grid.threads % 32) place.warps.back().exited = ~0u << (grid.threads % 32);
    place.used = true;
}

// Runs fibers until one has something for the host: a block is finished, or the launch failed.
static void run_fibers() {
    Fiber* first = launch->runnable[launch->random.below(launch->runnable.size())];
    launch->running = first;
    ids = &first->thread;
    sanitizer_switch(first->sanitizer[0]);
    switch_context(launch->host, first->context);
}

int run(const Grid& grid, Body body) {
    Launch here;
    here.grid = grid;
    here.body = std::move(body);
    here.random.seed(launch_seed());
    for (u32 i = grid.blocks; i > 0; --i) here.order.push_back(i - 1);
    for (size_t i = here.order.size(); i > 1; --i) std::swap(here.order[i - 1], here.order[here.random.below(i)]);

    launch = &here;
    grid_extent = grid.grid_extent;
    block_extent = grid.block_extent;
    weak_memory = settings.late_stores || settings.stale_loads;
    here.host_sanitizer = sanitizer_current();
    // Launches come one after the other, also from different threads of the host.
    static u64 device;
    sanitizer_acquire(&device);
    sanitizer_release(launch);
    Guarded& all_stacks = stacks();
    SharedMemory shared(grid.shared_bytes);
    u32 resident = std::min(grid.resident, grid.blocks);
    for (u32 i = 0; i < resident && !here.error; ++i) {
        here.places.push_back(std::make_unique<Block>());
        Block& place = *here.places.back();
        place.fibers.resize(grid.threads);
        place.shared = shared.piece(i);
        place.shared_bytes = grid.shared_bytes;
        bool complete = place.shared != nullptr;
        for (u32 j = 0; j < grid.threads; ++j) {
            place.fibers[j].stack = all_stacks.piece(size_t(i) * grid.threads + j);
            complete &= place.fibers[j].stack != nullptr;
        }
        if (!complete) here.error = CUDA_ERROR_OPERATING_SYSTEM;
        here.finished.push_back(&place);
    }
    if (here.error) report(format("no memory for the threads of kernel `%s`", grid.name));

    {
        Faults faults;
        while (!here.error) {
            while (!here.finished.empty() && !here.order.empty()) {
                Block* place = here.finished.back();
                here.finished.pop_back();
                start_block(*place, here.order.back());
                here.order.pop_back();
            }
            here.finished.clear();
            if (!here.runnable.empty()) {
                run_fibers();
            } else if (std::any_of(here.places.begin(), here.places.end(), [](auto& place) { return place->running > 0; })) {
                here.error = CUDA_ERROR_LAUNCH_TIMEOUT;
                report(deadlock());
            } else {
                break;
            }
        }
    }
    sanitizer_acquire(&here.ended);
    sanitizer_release(&device);
    for (auto& place : here.places)
        for (auto& fiber : place->fibers) {
            while (!fiber.stores.empty() && !here.error) settle_one_of(fiber);
            sanitizer_end(fiber, here.error == 0);
        }
    if (!here.error && !memory.slack_is_whole()) here.error = CUDA_ERROR_ILLEGAL_ADDRESS;
    counts.steps += here.steps;
    counts.switches += here.switches;
    ++counts.launches;
    launch = nullptr;
    ids = nullptr;
    weak_memory = false;
    return here.error;
}

} // namespace emu
