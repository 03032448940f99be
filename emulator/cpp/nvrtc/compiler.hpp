// The C++ compiler, as a compiler of kernels.
#pragma once
#include <string>
#include <utility>
#include <vector>

namespace nvrtc {

using File = std::pair<std::string, std::string>; // its name, and its text

struct Compiled {
    bool ran = false;   // there is a compiler, and a place for its files
    std::string image;  // a shared object; empty where the source is wrong
    std::string log;    // what the compiler said, in NVRTC's form: `file(line): error: …`
};

/// Compiles a source, given what it may include by name.
Compiled compile(const File& source, const std::vector<File>& headers, const std::vector<std::string>& options);

} // namespace nvrtc
