#include "library.hpp"

#include <cstdio>
#include <cstring>
#include <dlfcn.h>
#include <elf.h>
#include <string>
#include <sys/mman.h>
#include <unistd.h>

#include "kernels.hpp"
#include "state.hpp"

namespace emu {

bool Library::is_one(const void* image) { return !memcmp(image, ELFMAG, SELFMAG); }

/// The driver is not told how long an image is. What linkers write ends with the table of its sections.
static size_t length(const void* image) {
    Elf64_Ehdr header;
    memcpy(&header, image, sizeof header);
    return header.e_shoff + size_t(header.e_shnum) * header.e_shentsize;
}

std::unique_ptr<Library> Library::load(const void* image) {
    std::unique_ptr<Library> made(new Library);
    int file = made->file = memfd_create("kernels", MFD_CLOEXEC);
    if (file < 0) return nullptr;
    auto* bytes = static_cast<const char*>(image);
    for (size_t rest = length(image); rest;) {
        ssize_t written = write(file, bytes, rest);
        if (written <= 0) return nullptr;
        bytes += written;
        rest -= size_t(written);
    }
    {
        Adding to(made->kernels);
        made->handle = dlopen(("/proc/self/fd/" + std::to_string(file)).c_str(), RTLD_NOW | RTLD_LOCAL);
    }
    if (!made->handle) {
        fprintf(stderr, "polarnet-emulator: %s\n", dlerror());
        return nullptr;
    }
    return made;
}

Library::~Library() {
    if (handle) dlclose(handle);
    if (file >= 0) close(file);
}

Module::Module() = default;
Module::~Module() = default;

} // namespace emu
