#include "settings.hpp"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

#include "core.hpp"
#include "driver/kernels.hpp"
#include "driver/state.hpp"
#include "random.hpp"
#include "report.hpp"

namespace emu {

Settings settings;
Counts counts;
static u64 launches_since_seed = 0;

static const struct {
    const char* name;
    u64 Settings::* value;
} names[] = {
    {"seed", &Settings::seed},
    {"switch_one_in", &Settings::switch_one_in},
    {"late_stores", &Settings::late_stores},
    {"settle_one_in", &Settings::settle_one_in},
    {"stale_loads", &Settings::stale_loads},
    {"stale_one_in", &Settings::stale_one_in},
    {"max_steps", &Settings::max_steps},
    {"step_ns", &Settings::step_ns},
    {"stack_bytes", &Settings::stack_bytes},
    {"devices", &Settings::devices},
    {"driver_version", &Settings::driver_version},
    {"multiprocessors", &Settings::multiprocessors},
    {"memory", &Settings::memory},
    {"lazy_streams", &Settings::lazy_streams},
    {"fail_allocation", &Settings::fail_allocation},
    {"fail_launch", &Settings::fail_launch},
    {"fail_compilation", &Settings::fail_compilation},
    {"abort_on_report", &Settings::abort_on_report},
    {"quiet", &Settings::quiet},
    {"without", &Settings::without},
};

static const struct {
    const char* name;
    u64 Counts::* value;
} counted[] = {
    {"launches", &Counts::launches},       {"blocks", &Counts::blocks},           {"steps", &Counts::steps},
    {"switches", &Counts::switches},       {"stores_late", &Counts::late_stores}, {"allocations", &Counts::allocations},
    {"allocated_bytes", &Counts::allocated_bytes}, {"compilations", &Counts::compilations},
};

u64 launch_seed() { return mix(settings.seed) + ++launches_since_seed; }

static bool set(const char* name, u64 value) {
    for (auto& each : names) {
        if (strcmp(each.name, name)) continue;
        settings.*each.value = value;
        if (each.value == &Settings::seed) launches_since_seed = 0;
        return true;
    }
    return false;
}

void read_environment() {
    for (auto& each : names) {
        std::string variable = "POLARNET_EMULATOR_";
        for (const char* letter = each.name; *letter; ++letter)
            variable += *letter >= 'a' && *letter <= 'z' ? char(*letter - 'a' + 'A') : *letter;
        const char* value = getenv(variable.c_str());
        if (!value) continue;
        char* end;
        u64 number = strtoull(value, &end, 0);
        if (*value == '\0' || *end) fprintf(stderr, "polarnet-emulator: %s is no number: `%s`\n", variable.c_str(), value);
        else set(each.name, number);
    }
}

__attribute__((constructor)) static void loaded() { read_environment(); }

} // namespace emu

#define EXPORT extern "C" __attribute__((visibility("default")))

/// 1 where there is such a setting.
EXPORT int emulator_set(const char* name, u64 value) {
    std::lock_guard<std::recursive_mutex> lock(emu::driver_mutex);
    return emu::set(name, value);
}

/// A setting or a count; 1 where there is one of that name.
EXPORT int emulator_get(const char* name, u64* value) {
    std::lock_guard<std::recursive_mutex> lock(emu::driver_mutex);
    for (auto& each : emu::names)
        if (!strcmp(each.name, name)) return *value = emu::settings.*each.value, 1;
    for (auto& each : emu::counted)
        if (!strcmp(each.name, name)) return *value = emu::counts.*each.value, 1;
    return 0;
}

/// NVRTC's stand-in begins to compile.
EXPORT void emulator_compiled() {
    std::lock_guard<std::recursive_mutex> lock(emu::driver_mutex);
    ++emu::counts.compilations;
}

/// The last report, cut to the buffer, with a zero at its end; returns the bytes that it has.
EXPORT u64 emulator_report(char* buffer, u64 bytes) {
    std::string text = emu::last_report();
    if (bytes) {
        u64 length = text.size() < bytes - 1 ? text.size() : bytes - 1;
        memcpy(buffer, text.data(), length);
        buffer[length] = '\0';
    }
    return text.size();
}

/// The names of the kernels that are linked in: that of number `index`, null past the last.
EXPORT const char* emulator_kernel(u64 index) { return index < emu::kernels().size() ? emu::kernels()[index].name : nullptr; }

/// As a new process has it: no error, no report, no memory, the settings that the environment says.
EXPORT void emulator_reset() {
    std::lock_guard<std::recursive_mutex> lock(emu::driver_mutex);
    emu::forget_everything();
    emu::forget_report();
    emu::settings = emu::Settings();
    emu::launches_since_seed = 0;
    emu::read_environment();
}
