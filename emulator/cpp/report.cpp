#include "report.hpp"

#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mutex>

#include "settings.hpp"

namespace emu {

static std::mutex mutex;
static std::string last;

std::string format(const char* pattern, ...) {
    va_list arguments, again;
    va_start(arguments, pattern);
    va_copy(again, arguments);
    int length = vsnprintf(nullptr, 0, pattern, arguments);
    va_end(arguments);
    std::string text(length > 0 ? size_t(length) : 0, '\0');
    if (length > 0) vsnprintf(&text[0], text.size() + 1, pattern, again);
    va_end(again);
    return text;
}

void report(const std::string& text) {
    {
        std::lock_guard<std::mutex> lock(mutex);
        last = text;
    }
    if (!settings.quiet || settings.abort_on_report) fprintf(stderr, "polarnet-emulator: %s\n", text.c_str());
    if (settings.abort_on_report) abort();
}

std::string last_report() {
    std::lock_guard<std::mutex> lock(mutex);
    return last;
}

void forget_report() {
    std::lock_guard<std::mutex> lock(mutex);
    last.clear();
}

const char* file_name(const char* path) {
    const char* slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

} // namespace emu
