// Kernels that were compiled at run time: a shared object, which says that it is one by its first bytes, as a CUBIN does.
#pragma once
#include <deque>
#include <memory>

#include "../core.hpp"

namespace emu {

class Library {
  public:
    static bool is_one(const void* image);
    /// Null where the system cannot load it.
    static std::unique_ptr<Library> load(const void* image);
    ~Library();
    Library(const Library&) = delete;

    std::deque<Kernel> kernels;

  private:
    Library() = default;
    void* handle = nullptr;
    // Open for as long as the library is: the system takes two of one name for one, and this number is in the name.
    int file = -1;
};

} // namespace emu
