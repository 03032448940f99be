// The kernels that are linked in, by name.
#pragma once
#include <string>
#include <vector>

#include "../core.hpp"

namespace emu {

std::vector<Kernel>& kernels();

} // namespace emu
