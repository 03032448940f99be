// Faults of the host's hardware while a kernel runs: a stack that overflows, a plain access to memory that is not there, a
// division by zero. They end the launch with a report. Under ThreadSanitizer they end the process.
#pragma once
#include <csignal>
#include <cstddef>

namespace emu {

/// Catches faults of the thread of the host that made it, as long as it lives.
class Faults {
  public:
    Faults();
    ~Faults();
    Faults(const Faults&) = delete;
    Faults& operator=(const Faults&) = delete;

  private:
    static const size_t signals = 4;
    void* stack = nullptr;
    size_t stack_size = 0;
    stack_t stack_before = {};
    struct sigaction before[signals] = {};
};

} // namespace emu
