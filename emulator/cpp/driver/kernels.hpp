// The kernels that there are, by name.
#pragma once
#include <deque>

#include "../core.hpp"

namespace emu {

/// Those that are linked in.
std::deque<Kernel>& kernels();

/// While it lives, kernels that are added are the library's that is loaded.
class Adding {
  public:
    explicit Adding(std::deque<Kernel>& to);
    ~Adding();
    Adding(const Adding&) = delete;
};

} // namespace emu
