// A stand-in for NVRTC: the C++ compiler makes a shared object of a source, which the stand-in for the driver takes for a CUBIN.
#include <cstring>
#include <mutex>
#include <set>

#include "../words.hpp"
#include "compiler.hpp"

#define ENTRY(name, ...) extern "C" __attribute__((visibility("default"))) Result name(__VA_ARGS__)

// Of the stand-in for the driver, which has the settings.
extern "C" int emulator_get(const char* name, u64* value);
extern "C" void emulator_compiled();

using nvrtc::File;

enum Result { success = 0, out_of_memory = 1, invalid_input = 3, invalid_program = 4, invalid_option = 5, compilation = 6, internal_error = 11 };

struct Program {
    File source;
    std::vector<File> headers;
    nvrtc::Compiled compiled;
};

static std::mutex lock;
static std::set<Program*> programs;

/// The program of a handle, if there is one.
#define PROGRAM(handle)                                                                                                \
    std::lock_guard<std::mutex> guard(lock);                                                                           \
    Program* program = handle;                                                                                         \
    if (!programs.count(program)) return invalid_program

// No version that NVRTC has, and another one for each build: what is compiled for this emulator is for no other, and is kept by
// version.
static int build() {
    unsigned hash = 0;
    for (const char* at = __DATE__ __TIME__; *at; ++at) hash = hash * 31 + static_cast<unsigned char>(*at);
    return int(1000 + hash % 1000000);
}

ENTRY(nvrtcVersion, int* major, int* minor) {
    *major = 13;
    *minor = build();
    return success;
}

static const int architectures[] = {75, 80, 86, 87, 88, 89, 90, 100, 103, 110, 120, 121};

ENTRY(nvrtcGetNumSupportedArchs, int* count) {
    *count = sizeof architectures / sizeof *architectures;
    return success;
}
ENTRY(nvrtcGetSupportedArchs, int* all) {
    memcpy(all, architectures, sizeof architectures);
    return success;
}

ENTRY(nvrtcCreateProgram, Program** made, const char* text, const char* name, int count, const char* const* texts, const char* const* names) {
    if (!made || !text || count < 0) return invalid_input;
    auto* program = new Program{{name && *name ? name : "default_program", text}, {}, {}};
    for (int i = 0; i < count; ++i) program->headers.push_back({names[i], texts[i]});
    std::lock_guard<std::mutex> guard(lock);
    programs.insert(program);
    *made = program;
    return success;
}

ENTRY(nvrtcDestroyProgram, Program** handle) {
    PROGRAM(*handle);
    programs.erase(program);
    delete program;
    *handle = nullptr;
    return success;
}

static bool is_set(const char* name) {
    u64 value = 0;
    return emulator_get(name, &value) && value;
}

ENTRY(nvrtcCompileProgram, Program* handle, int count, const char* const* options) {
    PROGRAM(handle);
    if (is_set("fail_compilation")) {
        program->compiled.log = "a compilation is to fail\n";
        return internal_error;
    }
    std::vector<std::string> all(options, options + count);
    for (auto& option : all)
        if (option.empty() || option[0] != '-') {
            program->compiled.log = "nvrtc: error: unrecognized option " + option + '\n';
            return invalid_option;
        }
    emulator_compiled();
    program->compiled = nvrtc::compile(program->source, program->headers, all);
    if (!program->compiled.ran) return internal_error;
    return program->compiled.image.empty() ? compilation : success;
}

// Sizes of texts have the zero at their ends, that of an image has not.
ENTRY(nvrtcGetProgramLogSize, Program* handle, size_t* bytes) {
    PROGRAM(handle);
    *bytes = program->compiled.log.size() + 1;
    return success;
}
ENTRY(nvrtcGetProgramLog, Program* handle, char* log) {
    PROGRAM(handle);
    memcpy(log, program->compiled.log.c_str(), program->compiled.log.size() + 1);
    return success;
}
ENTRY(nvrtcGetCUBINSize, Program* handle, size_t* bytes) {
    PROGRAM(handle);
    *bytes = program->compiled.image.size();
    return success;
}
ENTRY(nvrtcGetCUBIN, Program* handle, char* image) {
    PROGRAM(handle);
    memcpy(image, program->compiled.image.data(), program->compiled.image.size());
    return success;
}
// There is no PTX: the device has an architecture that code is made for.
ENTRY(nvrtcGetPTXSize, Program* handle, size_t* bytes) {
    PROGRAM(handle);
    *bytes = 0;
    return invalid_input;
}
ENTRY(nvrtcGetPTX, Program* handle, char*) {
    PROGRAM(handle);
    return invalid_input;
}

extern "C" __attribute__((visibility("default"))) const char* nvrtcGetErrorString(Result code) {
    switch (code) {
    case success: return "NVRTC_SUCCESS";
    case out_of_memory: return "NVRTC_ERROR_OUT_OF_MEMORY";
    case invalid_input: return "NVRTC_ERROR_INVALID_INPUT";
    case invalid_program: return "NVRTC_ERROR_INVALID_PROGRAM";
    case invalid_option: return "NVRTC_ERROR_INVALID_OPTION";
    case compilation: return "NVRTC_ERROR_COMPILATION";
    case internal_error: return "NVRTC_ERROR_INTERNAL_ERROR";
    }
    return "NVRTC_ERROR unknown";
}
