// What went wrong, in words.
#pragma once
#include <string>

namespace emu {

/// printf into a string.
std::string format(const char* pattern, ...) __attribute__((format(printf, 1, 2)));

/// Keeps the text as the last report, prints it, and aborts where the settings say so.
void report(const std::string& text);
std::string last_report();
void forget_report();

/// The end of a path.
const char* file_name(const char* path);

} // namespace emu
